import { findDataFile } from '../data-files.ts';
import type { Source } from './find-simulations.ts';
import { codeOnly, createLineFinder, scanSource } from './scan-source.ts';

/** A file named in the source of a script, with its position. */
export interface DataReference {
  /** The function that uses it, such as `csv`. */
  use: string;
  path: string;
  line: number;
  /** Position of the path in the source, without its quotes. */
  start: number;
  end: number;
}

export type FoundReference =
  | { kind: 'there'; name: string }
  | { kind: 'elsewhere'; to: string }
  | { kind: 'unknown' }
  | { kind: 'missing' };

const uses =
  /\b(csv|tsv|ssv|separatedValues|jsonFile|RawFileBody|E[lL]FileBody|PebbleFileBody|RawFileBodyPart|E[lL]FileBodyPart)\s*\(\s*$/;

/** Files named by string literals in a source. */
export function dataReferences(source: Source): DataReference[] {
  const segments = scanSource(source.text, source.language);
  const code = codeOnly(source.text, segments);
  const lineOf = createLineFinder(source.text);
  const references: DataReference[] = [];
  for (const segment of segments) {
    const use = uses.exec(code.slice(Math.max(0, segment.start - 80), segment.start))?.[1];
    const isPlain = segment.kind === 'string' || source.language === 'kotlin';
    if (use === undefined || !isPlain || !/^\s*[,)]/.test(code.slice(segment.end, segment.end + 200))) {
      continue;
    }
    const quotes = source.text.startsWith('"""', segment.start) ? 3 : 1;
    const [start, end] = [segment.start + quotes, segment.end - quotes];
    const path = source.text.slice(start, end);
    references.push({ use, path, line: lineOf(start), start, end });
  }
  return references;
}

/** Folders of files that Gatling finds by name: on the class path first, then in the working folder. */
export function resourceFolders(names: readonly string[]): string[] {
  const folders = new Set<string>(['']);
  for (const name of names) {
    const parts = name.split('/').slice(0, -1);
    for (const [index, part] of parts.entries()) {
      if (/^(data|bodies|request-bodies|resources|user-files)$/.test(part)) {
        folders.add(parts.slice(0, index + 1).join('/'));
      }
    }
  }
  return [...folders];
}

/** Whether the class path contains a file of exactly this path. */
export function isResourceName(path: string): boolean {
  return !path.startsWith('/') && !path.split('/').includes('..');
}

/** Returns a function that resolves a path in a script to an uploaded file. */
export function createReferenceFinder(names: readonly string[]): (path: string) => FoundReference {
  const folders = resourceFolders(names);
  const uploaded = new Set(names);
  const known = new Map<string, FoundReference>();
  return (path) => {
    const found = known.get(path) ?? findReference(path, names, uploaded, folders);
    known.set(path, found);
    return found;
  };
}

function findReference(
  path: string,
  names: readonly string[],
  uploaded: ReadonlySet<string>,
  folders: readonly string[],
): FoundReference {
  if (/[$#]\{|\\|^\w+:\/\//.test(path)) {
    return /^[A-Za-z]:\\/.test(path) ? findDataFile(path, names) : { kind: 'unknown' };
  }
  const relative = path.replace(/^(?:\.\/|classpath:)+/, '');
  for (const folder of folders) {
    const name = folder === '' ? relative : `${folder}/${relative}`;
    if (uploaded.has(name)) {
      return { kind: 'there', name };
    }
  }
  return findDataFile(path, names);
}
