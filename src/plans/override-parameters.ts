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
