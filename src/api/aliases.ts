/**
 * Names of the original service. Requests may use either column; a request with original names gets a response with
 * original names, so that old clients only need a new URL.
 */
const table = [
  { kind: 'path', ours: 'runs', original: 'floods' },
  { kind: 'parameter', ours: 'run', original: 'flood' },
  { kind: 'parameter', ours: 'run_files', original: 'flood_files' },
  { kind: 'key', ours: 'runs', original: 'floods' },
  { kind: 'key', ours: 'run', original: 'flood' },
  { kind: 'key', ours: 'run_files', original: 'flood_files' },
  { kind: 'tool', ours: 'service-chrome', original: 'flood-chrome' },
  { kind: 'vendor', ours: 'service', original: 'flood' },
  { kind: 'column', ours: 'Run', original: 'Flood' },
  { kind: 'column', ours: 'Run UUID', original: 'Flood UUID' },
] as const;

type AliasKind = (typeof table)[number]['kind'];

/** Naming scheme of a request and its response. */
export type Dialect = 'ours' | 'original';

export const vendors: readonly string[] = table.flatMap((row) =>
  row.kind === 'vendor' ? [row.ours, row.original] : [],
);

/** Maps a name of a request to our name, with whether it was an original one. */
export function toOurs(kind: AliasKind, name: string): { name: string; isOriginal: boolean } {
  const row = table.find((each) => each.kind === kind && each.original === name);
  return row ? { name: row.ours, isOriginal: true } : { name, isOriginal: false };
}

export function inDialect(kind: AliasKind, name: string, dialect: Dialect): string {
  if (dialect === 'ours') return name;
  return table.find((row) => row.kind === kind && row.ours === name)?.original ?? name;
}

/** Tool names may include a version: `flood-chrome-1.2` is `service-chrome-1.2`. */
export function toolToOurs(tool: string): { name: string; isOriginal: boolean } {
  const row = table.find((each) => each.kind === 'tool' && isOrHasVersion(tool, each.original));
  return row
    ? { name: row.ours + tool.slice(row.original.length), isOriginal: true }
    : { name: tool, isOriginal: false };
}

/** Rewrites a response to the naming scheme: keys, tools and links to this service (`origin`). */
export function answerInDialect(value: unknown, dialect: Dialect, origin: string): unknown {
  return dialect === 'ours' ? value : rewrite(value, origin, '');
}

/** Rewrites parameter and tool names in an error message to those of the request. */
export function sentenceInDialect(sentence: string, dialect: Dialect): string {
  if (dialect === 'ours') return sentence;
  return sentence
    .replace(/\brun_files\b/g, 'flood_files')
    .replace(/\brun\[/g, 'flood[')
    .replace(/\bservice-chrome\b/g, 'flood-chrome');
}

const linkKeys = new Set(['href', 'permalink', 'url']);

function rewrite(value: unknown, origin: string, key: string): unknown {
  if (typeof value === 'string') return rewriteText(value, origin, key);
  if (Array.isArray(value)) return value.map((item) => rewrite(item, origin, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      inDialect('key', name, 'original'),
      rewrite(inner, origin, name),
    ]),
  );
}

function rewriteText(text: string, origin: string, key: string): string {
  if (key === 'tool') return toolToOriginal(text);
  if (!linkKeys.has(key)) return text;
  const start = text.startsWith(origin) ? origin : '';
  const path = text.slice(start.length);
  return start + path.replace(/^(\/api|\/app)?\/runs(?=[/?]|$)/, '$1/floods');
}

function toolToOriginal(tool: string): string {
  const row = table.find((each) => each.kind === 'tool' && isOrHasVersion(tool, each.ours));
  return row ? row.original + tool.slice(row.ours.length) : tool;
}

function isOrHasVersion(tool: string, name: string): boolean {
  return tool === name || tool.startsWith(`${name}-`);
}
