import { LineCounter, parseDocument as parseYaml } from 'yaml';
import { broken } from './conversion.ts';

export type Json = Record<string, unknown>;

/** Deeper documents cannot be read recursively. */
const maxDepth = 200;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A value of any type as text; JSON of objects, which may not be convertible by `String`. */
export const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** Parses JSON or YAML. */
export function parseDocument(text: string): unknown {
  const start = text.trimStart();
  const value = start.startsWith('{') || start.startsWith('[') ? parseJson(start) : readYaml(text);
  checkValue(value, 0);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken(`The document is not valid JSON: ${reasonOf(error)}.`);
  }
}

function readYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  // A broken document has thousands of errors, and their pretty texts take half of the time; only the first one is shown.
  const document = parseYaml(text, { uniqueKeys: false, strict: false, prettyErrors: false, lineCounter });
  const [problem] = document.errors;
  if (problem) {
    const { line, col } = lineCounter.linePos(problem.pos[0]);
    const place = `at line ${line}, column ${col}`;
    if (problem.code === 'MULTIPLE_DOCS')
      throw broken(
        `The file contains several YAML documents; the second one starts ${place}. Keep one of them.`,
      );
    throw broken(`The document is not valid YAML: ${reasonOf(problem)} ${place}.`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw broken(`The document is not valid YAML: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.slice(0, 300).replace(/[.:]$/, '');
}

function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw broken('The document has an unpaired surrogate, such as \\ud800. Remove it.');
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw broken(`The document is nested more than ${maxDepth} levels deep.`);
  for (const [key, inner] of Object.entries(value)) {
    checkValue(key, depth);
    checkValue(inner, depth + 1);
  }
}
