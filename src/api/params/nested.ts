import { AppError } from '../../domain/errors.ts';
import { toOurs } from '../aliases.ts';
import { bodyTooLarge, formFieldsBytes, maxParameters, tooManyParameters } from './body-limits.ts';

/** Parameter tree with text leaves. Objects have no prototype, so that no parameter name is special. */
export type ParamValue = string | ParamValue[] | ParamTree;
export interface ParamTree {
  [name: string]: ParamValue;
}

export interface ParamEntry {
  key: string;
  value: string;
}

export interface ParsedParams {
  tree: ParamTree;
  usesOriginalNames: boolean;
}

const maxDepth = 8;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses `run[grids][][region]=x` like Rails: `[]` appends, and in a list of objects a key that the last object already
 * has starts the next object. Names whose root is not in `roots` are ignored.
 */
export function parseNested(entries: readonly ParamEntry[], roots: ReadonlySet<string>): ParsedParams {
  if (entries.length > maxParameters) throw tooManyParameters();
  const tree = emptyTree();
  let usesOriginalNames = false;
  for (const { key, value } of entries) {
    const segments = splitKey(key);
    const root = toOurs('parameter', segments?.[0] ?? '');
    if (!segments || !roots.has(root.name) || segments.some((segment) => forbidden.has(segment))) continue;
    if (segments.length > maxDepth) throw tooMuch(`parameters nested deeper than ${maxDepth}`);
    usesOriginalNames ||= root.isOriginal;
    place(tree, root.name, segments.slice(1), value, key);
  }
  return { tree, usesOriginalNames };
}

/** The same tree from JSON; null is absent, numbers and booleans become text. */
export function treeOfJson(json: object, roots: ReadonlySet<string>): ParsedParams {
  const tree = emptyTree();
  const budget = { left: maxParameters, characters: formFieldsBytes };
  let usesOriginalNames = false;
  for (const [key, value] of Object.entries(json)) {
    const root = toOurs('parameter', key);
    if (!roots.has(root.name)) continue;
    const converted = convertJson(value, budget, 1);
    if (converted === undefined) continue;
    usesOriginalNames ||= root.isOriginal;
    tree[root.name] = converted;
  }
  return { tree, usesOriginalNames };
}

/** Merges objects; other values of `over` win. */
export function mergeTrees(under: ParamTree, over: ParamTree): ParamTree {
  const merged = Object.assign(emptyTree(), under);
  for (const [key, value] of Object.entries(over)) {
    const present = merged[key];
    merged[key] = isTree(present) && isTree(value) ? mergeTrees(present, value) : value;
  }
  return merged;
}

/** Removes prototypes, which messages of worker threads add. */
export function withoutPrototypes(tree: ParamTree): ParamTree {
  const bare = (value: ParamValue): ParamValue => {
    if (typeof value === 'string') return value;
    return Array.isArray(value) ? value.map(bare) : withoutPrototypes(value);
  };
  const copy = emptyTree();
  for (const [key, value] of Object.entries(tree)) copy[key] = bare(value);
  return copy;
}

export function isTree(value: ParamValue | undefined): value is ParamTree {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Segments of `run[grids][][uuid]`; undefined for an invalid name. */
export function splitKey(key: string): [string, ...string[]] | undefined {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!match?.[1]) return undefined;
  const inner = match[2] ? match[2].slice(1, -1).split('][') : [];
  return [match[1], ...inner];
}

function place(tree: ParamTree, key: string, rest: readonly string[], value: string, whole: string): void {
  const [next, ...deeper] = rest;
  const present = tree[key];
  if (next === undefined) {
    if (typeof present === 'object') throw clash(whole);
    tree[key] = value;
    return;
  }
  if (next !== '') {
    if (present !== undefined && !isTree(present)) throw clash(whole);
    const child = present ?? emptyTree();
    tree[key] = child;
    place(child, next, deeper, value, whole);
    return;
  }
  if (present !== undefined && !Array.isArray(present)) throw clash(whole);
  const list = present ?? [];
  tree[key] = list;
  append(list, deeper, value, whole);
}

function append(list: ParamValue[], rest: readonly string[], value: string, whole: string): void {
  const [key, ...deeper] = rest;
  if (key === undefined) {
    list.push(value);
    return;
  }
  if (key === '') throw clash(whole);
  const last = list.at(-1);
  const target = isTree(last) && !has(last, rest) ? last : emptyTree();
  if (target !== last) list.push(target);
  place(target, key, deeper, value, whole);
}

/** Whether the tree has a value at this path; lists on the path can always be extended. */
function has(tree: ParamTree, path: readonly string[]): boolean {
  let at: ParamValue | undefined = tree;
  for (const key of path) {
    if (key === '' || !isTree(at)) return false;
    at = at[key];
  }
  return at !== undefined;
}

interface Budget {
  left: number;
  characters: number;
}

function convertJson(value: unknown, budget: Budget, depth: number): ParamValue | undefined {
  if (depth > maxDepth) throw tooMuch(`parameters nested deeper than ${maxDepth}`);
  budget.left -= 1;
  if (budget.left < 0) throw tooManyParameters();
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') {
    const text = String(value);
    budget.characters -= text.length;
    if (budget.characters < 0) throw bodyTooLarge('The parameters of a JSON body', formFieldsBytes);
    return text;
  }
  if (Array.isArray(value)) {
    return value
      .map((item) => convertJson(item, budget, depth + 1))
      .filter((item): item is ParamValue => item !== undefined);
  }
  const tree = emptyTree();
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key)) continue;
    const converted = convertJson(inner, budget, depth + 1);
    if (converted !== undefined) tree[key] = converted;
  }
  return tree;
}

function emptyTree(): ParamTree {
  return Object.create(null) as ParamTree;
}

function clash(key: string): AppError {
  const message = `The parameter ${key} is used in conflicting ways, as a value and as an object or list.`;
  return new AppError('malformed', message, [{ code: 'clash', message, field: key }]);
}

function tooMuch(what: string): AppError {
  return new AppError('malformed', `The request has ${what}.`);
}
