import { AppError } from '../domain/errors.ts';

/** `override_parameters`, taken apart. Later entries win over earlier ones. */
export interface OverrideParameters {
  /** -J and -G: properties of the tool. */
  properties: Map<string, string>;
  /** -D: system properties of the JVM. */
  systemProperties: Map<string, string>;
  /** -Xmx, -Xms, -Xmn, -Xss as written. */
  memoryOptions: string[];
  /** Sentences on what was left out. */
  warnings: string[];
}

/**
 * Reads `-Dname=value, -Jname=value …`: entries are parted by a comma or a blank before a `-` and a letter, so that
 * values may hold commas, blanks, `=` and `:`. What is not understood is left out with a warning.
 */
export function parseOverrideParameters(text: string | null | undefined): OverrideParameters {
  const parsed: OverrideParameters = {
    properties: new Map(),
    systemProperties: new Map(),
    memoryOptions: [],
    warnings: [],
  };
  for (const entry of split(text ?? '')) {
    read(entry, parsed);
  }
  return parsed;
}

/**
 * Sets parameters in `override_parameters`: each entry is `name=value`, a property of the tool, or `-Dname=value`. Throws
 * `invalid` for entries that cannot be part of it.
 */
export function withParameters(text: string | null, entries: readonly string[]): string | null {
  let all = split(text ?? '');
  for (const given of entries) {
    const entry = /^-[JD]/.test(given) ? given : `-J${given}`;
    const [, kind = '', name = ''] = /^-([JD])\s*([^\s=]+)\s?=/.exec(entry) ?? [];
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
  const [, known = '', set] = /^-([JDG])\s*([^\s=]+)\s?=/.exec(entry) ?? [];
  return set === name && (known === 'D') === (kind === 'D');
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
  const setting = /^-([JDG])\s*([^\s=]+)\s?=(.*)$/s.exec(entry);
  if (setting?.[1] && setting[2]) {
    const target = setting[1] === 'D' ? parsed.systemProperties : parsed.properties;
    target.delete(setting[2]);
    target.set(setting[2], unquote(setting[3] ?? ''));
    return;
  }
  if (/^-X(mx|ms|mn|ss)\d+[kKmMgG]?$/.test(entry)) {
    parsed.memoryOptions.push(entry);
    return;
  }
  parsed.warnings.push(`"${entry}" in override_parameters is ignored: use -Jname=value or -Dname=value.`);
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(value.trim());
  return quoted?.[2] ?? value;
}
