import { parseOverrideParameters } from '../../plans/override-parameters.ts';
import { CliError } from '../cli-error.ts';

export interface GivenOverrides {
  /** -J: JMeter properties. */
  properties: readonly string[];
  /** -D: system properties. */
  systemProperties: readonly string[];
  /** -E: environment variables. */
  variables?: readonly string[];
  /** --param: raw entries, such as -Xmx2g. */
  raw: readonly string[];
}

/** Value of `override_parameters`; undefined without overrides. */
export function joinOverrides({
  properties,
  systemProperties,
  variables = [],
  raw,
}: GivenOverrides): string | undefined {
  const entries = [
    ...properties.map((entry) => `-J${readEntry(entry, '-J')}`),
    ...systemProperties.map((entry) => `-D${readEntry(entry, '-D')}`),
    ...variables.map((entry) => `-E${readEntry(entry, '-E')}`),
    ...raw.map((entry) => (/^-[JDEGX]/.test(entry) ? entry : `-J${readEntry(entry, '--param')}`)),
  ];
  if (entries.length === 0) return undefined;
  const text = entries.join(', ');
  requireUnderstood(text, entries);
  return text;
}

function readEntry(entry: string, flag: string): string {
  if (/^[^\s=]+=/.test(entry)) return entry;
  throw new CliError(`Invalid value for ${flag}: "${entry}".`, 'Use name=value.');
}

/** Rejects values that cannot be represented in `override_parameters`. */
function requireUnderstood(text: string, entries: readonly string[]): void {
  const whole = parseOverrideParameters(text);
  const apart = entries.map((entry) => parseOverrideParameters(entry));
  const count = (parsed: typeof whole) =>
    parsed.properties.size +
    parsed.systemProperties.size +
    parsed.environment.size +
    parsed.memoryOptions.length;
  const broken = entries.find((_, index) => {
    const parsed = apart[index];
    return parsed === undefined || count(parsed) !== 1 || parsed.warnings.length > 0;
  });
  if (broken === undefined && whole.warnings.length === 0) return;
  throw new CliError(
    `Invalid override: "${broken ?? text}".`,
    'A value must not contain a space or comma followed by a dash and a letter.',
  );
}
