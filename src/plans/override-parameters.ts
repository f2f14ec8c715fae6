import { isVariableName } from '../contract/secret-parameters.ts';
import { AppError } from '../domain/errors.ts';
import type { SecretParameter } from '../domain/secret.ts';
import type { ToolName } from '../domain/tool.ts';

/** Parsed `override_parameters`. Later entries take precedence. */
export interface OverrideParameters {
  /** -J and -G: properties of the tool. */
  properties: Map<string, string>;
  /** -D: system properties of the JVM. */
  systemProperties: Map<string, string>;
  /** -E: environment variables. */
  environment: Map<string, string>;
  /** -Xmx, -Xms, -Xmn, -Xss as written. */
  memoryOptions: string[];
  /** Sentences on ignored entries. */
  warnings: string[];
}

/**
 * Parses `-Dname=value, -Jname=value …`: entries are separated by a comma or a blank before a `-` and a letter, so
 * that values may contain commas, blanks, `=` and `:`. Unknown entries are ignored with a warning.
 */
export function parseOverrideParameters(text: string | null | undefined): OverrideParameters {
  const parsed: OverrideParameters = {
    properties: new Map(),
    systemProperties: new Map(),
    environment: new Map(),
    memoryOptions: [],
    warnings: [],
  };
  for (const entry of split(text ?? '')) {
    read(entry, parsed);
  }
  return parsed;
}

/** All parameters of a run; secrets take precedence over other parameters of the same name. */
export function parametersOf(run: {
  overrideParameters?: string | null | undefined;
  secrets?: readonly SecretParameter[] | undefined;
}): OverrideParameters {
  const parsed = parseOverrideParameters(run.overrideParameters);
  for (const { name, value } of run.secrets ?? []) {
    const [target, bare] = targetOf(name, parsed);
    target.set(bare, value);
  }
  return parsed;
}

/** Value of a parameter, named as in `SecretParameter`. */
export function valueOfParameter(
  parsed: OverrideParameters,
  name: string,
  tool: ToolName,
): string | undefined {
  const [target, bare] = targetOf(name, parsed);
  const value = target.get(bare);
  // Browser scripts receive parameters of every kind as environment variables.
  return value === undefined && tool === 'service-chrome'
    ? (parsed.environment.get(bare) ?? parsed.properties.get(bare) ?? parsed.systemProperties.get(bare))
    : value;
}

function targetOf(name: string, parsed: OverrideParameters): [Map<string, string>, string] {
  if (name.startsWith('-D')) return [parsed.systemProperties, name.slice(2)];
  if (name.startsWith('-E')) return [parsed.environment, name.slice(2)];
  return [parsed.properties, name];
}

/** Removes parameters, named as in `SecretParameter`, from `override_parameters`. */
export function withoutParameters(text: string | null, names: readonly string[]): string | null {
  const all = split(text ?? '');
  const rest = all.filter(
    (entry) =>
      !names.some((name) =>
        isSettingOf(entry, /^-([DE])/.exec(name)?.[1] ?? 'J', name.replace(/^-[DE]/, '')),
      ),
  );
  if (rest.length === all.length) return text;
  return rest.length === 0 ? null : rest.join(', ');
}

/**
 * Sets parameters in `override_parameters`: each entry is `name=value` (a property of the tool), `-Dname=value` or
 * `-Ename=value`. Throws `invalid` for entries with another syntax.
 */
export function withParameters(text: string | null, entries: readonly string[]): string | null {
  let all = split(text ?? '');
  for (const given of entries) {
    const entry = /^-[JDE]/.test(given) ? given : `-J${given}`;
    const [, kind = '', name = ''] = /^-([JDE])\s*([^\s=]+)\s?=/.exec(entry) ?? [];
    if (name === '' || split(entry).length !== 1) {
      const message = `The parameter ${JSON.stringify(given)} is not valid. Use name=value; a value must not contain a space or comma followed by a dash and a letter.`;
      throw new AppError('invalid', message, [{ code: 'invalid', message, field: 'run[parameters][]' }]);
    }
    all = all.filter((known) => !isSettingOf(known, kind, name));
    all.push(entry);
  }
  return all.length === 0 ? null : all.join(', ');
}

/** -G sets a property of the tool, like -J. */
function isSettingOf(entry: string, kind: string, name: string): boolean {
  const [, known = '', set] = /^-([JDEG])\s*([^\s=]+)\s?=/.exec(entry) ?? [];
  return set === name && (known === 'G' ? 'J' : known) === kind;
}

function split(text: string): string[] {
  const entries: string[] = [];
  let start = 0;
  for (const { index } of text.matchAll(/(?<=[\s,])-[A-Za-z]/g)) {
    entries.push(text.slice(start, index));
    start = index;
  }
  entries.push(text.slice(start));
  return entries.map(trimmed).filter((entry) => entry !== '');
}

function trimmed(entry: string): string {
  let end = entry.length;
  while (end > 0 && /[\s,]/.test(entry[end - 1] ?? '')) end -= 1;
  return entry.slice(0, end).trimStart();
}

function read(entry: string, parsed: OverrideParameters): void {
  const [, kind, name, value = ''] = /^-([JDEG])\s*([^\s=]+)\s?=(.*)$/s.exec(entry) ?? [];
  if (kind === 'E' && name && !isVariableName(name)) {
    parsed.warnings.push(
      `"-E${name}" in override_parameters is ignored: the name of an environment variable has letters, digits and underscores.`,
    );
    return;
  }
  if (kind && name) {
    const [target, bare] = targetOf(kind === 'D' || kind === 'E' ? `-${kind}${name}` : name, parsed);
    target.delete(bare);
    target.set(bare, unquote(value));
    return;
  }
  if (/^-X(mx|ms|mn|ss)\d+[kKmMgG]?$/.test(entry)) {
    parsed.memoryOptions.push(entry);
    return;
  }
  parsed.warnings.push(
    `"${entry}" in override_parameters is ignored: use -Jname=value, -Dname=value or -Ename=value.`,
  );
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(value.trim());
  return quoted?.[2] ?? value;
}
