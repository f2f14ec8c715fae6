import type { JsonPathToken } from './json-path-token.ts';
import { parseJsonFilter } from './parse-json-filter.ts';

/** Why a path is rejected: it is invalid or unproven. */
export class JsonPathRefusal extends Error {}

/** Parses a path. Throws if it is invalid, or contains something unproven such as a function. */
export function parseJsonPath(written: string): JsonPathToken[] {
  const trimmed = written.replace(/^ +| +$/g, '');
  if (trimmed === '' || trimmed.startsWith('@')) {
    throw new JsonPathRefusal(`the path ${written}`);
  }
  const path = trimmed.startsWith('$') ? trimmed : `$.${trimmed}`;
  const tokens = parseSteps(path);
  refuseUnproven(tokens, written);
  return tokens;
}

/** Parses the text after `$` or `@`. */
function parseSteps(path: string): JsonPathToken[] {
  const tokens: JsonPathToken[] = [];
  let at = 1;
  while (at < path.length) {
    if (path.startsWith('..', at)) {
      tokens.push({ kind: 'scan' });
      at += 2;
      if (path[at] !== '[') {
        at = readName(path, at, tokens);
      } else {
        at = readBrackets(path, at, tokens);
      }
    } else if (path[at] === '.') {
      at += 1;
      at = path[at] === '[' ? readBrackets(path, at, tokens) : readName(path, at, tokens);
    } else if (path[at] === '[') {
      at = readBrackets(path, at, tokens);
    } else {
      throw new JsonPathRefusal(`the path ${path}`);
    }
  }
  return tokens;
}

/** A name up to the next `.` or `[`; function calls are unproven. */
function readName(path: string, start: number, tokens: JsonPathToken[]): number {
  if (path[start] === '*') {
    tokens.push({ kind: 'wildcard' });
    return start + 1;
  }
  let end = start;
  while (end < path.length && path[end] !== '.' && path[end] !== '[') {
    end += 1;
  }
  const name = path.slice(start, end);
  if (name === '' || /[ ()\t\r\n]/.test(name)) {
    throw new JsonPathRefusal(`${name === '' ? 'an empty name' : name} in the path ${path}`);
  }
  tokens.push({ kind: 'property', names: [name] });
  return end;
}

const quoted = /^\[ *(?:'[^'\\]*' *(?:, *'[^'\\]*' *)*|"[^"\\]*" *(?:, *"[^"\\]*" *)*)\]/;

function readBrackets(path: string, start: number, tokens: JsonPathToken[]): number {
  const rest = path.slice(start);
  const [names] = quoted.exec(rest) ?? [];
  if (names !== undefined) {
    tokens.push({
      kind: 'property',
      names: [...names.matchAll(/'([^']*)'|"([^"]*)"/g)].map((found) => found[1] ?? found[2] ?? ''),
    });
    return start + names.length;
  }
  const [wildcard] = /^\[ *\* *\]/.exec(rest) ?? [];
  if (wildcard !== undefined) {
    tokens.push({ kind: 'wildcard' });
    return start + wildcard.length;
  }
  const [indexes, list = ''] = /^\[ *(-?\d{1,9}(?: *, *-?\d{1,9})*) *\]/.exec(rest) ?? [];
  if (indexes !== undefined) {
    tokens.push({ kind: 'index', indexes: list.split(',').map(Number) });
    return start + indexes.length;
  }
  const [slice, from, to] = /^\[(-?\d{1,9})?:(-?\d{1,9})?\]/.exec(rest) ?? [];
  if (slice !== undefined && (from !== undefined || to !== undefined)) {
    tokens.push({ kind: 'slice', from: toNumber(from), to: toNumber(to) });
    return start + slice.length;
  }
  return readFilter(path, start, tokens);
}

const toNumber = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));

function readFilter(path: string, start: number, tokens: JsonPathToken[]): number {
  const [opening] = /^\[ *\? *\(/.exec(path.slice(start)) ?? [];
  if (opening === undefined) {
    throw new JsonPathRefusal(`${path.slice(start)} in the path ${path}`);
  }
  const from = start + opening.length;
  const to = closingParenthesis(path, from);
  const [closing] = /^\) *\]/.exec(path.slice(to)) ?? [];
  if (closing === undefined) {
    throw new JsonPathRefusal(`the filter of the path ${path}`);
  }
  const filter = parseJsonFilter(path.slice(from, to), (inner) => parseDefinite(inner));
  if (filter === undefined) {
    throw new JsonPathRefusal(`the filter ${path.slice(from, to)}`);
  }
  tokens.push({ kind: 'filter', filter });
  return to + closing.length;
}

/** Skips strings in quotes and expressions between slashes. */
function closingParenthesis(path: string, start: number): number {
  let depth = 1;
  for (let at = start; at < path.length; at++) {
    const character = path[at] ?? '';
    if (`'"/`.includes(character)) {
      at = path.indexOf(character, at + 1);
      if (at === -1) {
        break;
      }
    } else if (character === '(') {
      depth += 1;
    } else if (character === ')') {
      depth -= 1;
      if (depth === 0) {
        return at;
      }
    }
  }
  throw new JsonPathRefusal(`the filter of the path ${path}`);
}

/** Within filters only definite paths are proven. */
function parseDefinite(path: string): JsonPathToken[] {
  const tokens = parseSteps(path);
  if (!isDefinite(tokens) || tokens.some((token) => token.kind === 'property' && token.names.length > 1)) {
    throw new JsonPathRefusal(`the path ${path} in a filter`);
  }
  return tokens;
}

/** Whether a path selects at most one value. */
export function isDefinite(tokens: readonly JsonPathToken[]): boolean {
  return tokens.every((token, at) => isDefiniteToken(token, at === tokens.length - 1));
}

export function isDefiniteToken(token: JsonPathToken, isLast: boolean): boolean {
  return (
    (token.kind === 'property' && (token.names.length === 1 || isLast)) ||
    (token.kind === 'index' && token.indexes.length === 1)
  );
}

/** Jayway remembers the last array it visited there, so that a second evaluation has other results. */
function refuseUnproven(tokens: readonly JsonPathToken[], written: string): void {
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    const isNextLast = at + 2 >= tokens.length;
    if (token.kind === 'scan' && !isNextLast && next?.kind !== 'property' && next?.kind !== 'filter') {
      throw new JsonPathRefusal(`.. before brackets in the path ${written}`);
    }
  }
}
