import { findDataFile } from '../data-files.ts';
import type { Source } from './find-simulations.ts';
import { codeOnly, lineOf, scanSource } from './scan-source.ts';

/** A file that a script names in its source, and where. */
export interface DataReference {
  /** What it is used for, as the script writes it, such as `csv`. */
  use: string;
  path: string;
  line: number;
  /** The place of the path in the source, without its quotes. */
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

/** The files that a source names as plain text. */
export function dataReferences(source: Source): DataReference[] {
  const segments = scanSource(source.text, source.language);
  const code = codeOnly(source.text, segments);
  const references: DataReference[] = [];
  for (const segment of segments) {
    const use = uses.exec(code.slice(Math.max(0, segment.start - 80), segment.start))?.[1];
    const isPlain = segment.kind === 'string' || source.language === 'kotlin';
    if (use === undefined || !isPlain || !/^\s*[,)]/.test(code.slice(segment.end))) {
      continue;
    }
    const quotes = source.text.startsWith('"""', segment.start) ? 3 : 1;
    const [start, end] = [segment.start + quotes, segment.end - quotes];
    const path = source.text.slice(start, end);
    references.push({ use, path, line: lineOf(source.text, start), start, end });
  }
  return references;
}

/** Folders whose content Gatling finds by name: it looks on the class path first, then in the working folder. */
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

/** Whether the class path finds a file under the path as it is written. */
export function isResourceName(path: string): boolean {
  return !path.startsWith('/') && !path.split('/').includes('..');
}

/** Finds the file that a script means among the uploaded ones. */
export function findReference(path: string, names: readonly string[]): FoundReference {
  if (/[$#]\{|\\|^\w+:\/\//.test(path)) {
    return /^[A-Za-z]:\\/.test(path) ? findDataFile(path, names) : { kind: 'unknown' };
  }
  const relative = path.replace(/^(?:\.\/|classpath:)+/, '');
  for (const folder of resourceFolders(names)) {
    const name = folder === '' ? relative : `${folder}/${relative}`;
    if (names.includes(name)) {
      return { kind: 'there', name };
    }
  }
  return findDataFile(path, names);
}
