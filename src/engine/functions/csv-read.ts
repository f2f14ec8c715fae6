import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseInteger } from '../../languages/java/numbers.ts';
import type { TextFunctionMaker, World } from '../core.ts';
import { linesOf } from './files.ts';

interface CsvFile {
  rows: string[][];
  next: number;
}

/** What all calls in a plan share: files by their alias, and which one stands in for a missing name. */
interface CsvFiles {
  byAlias: Map<string, CsvFile>;
  defaultName: string;
}

const filesOf = new WeakMap<World, CsvFiles>();

/** `${__CSVRead(file,column)}`: column from 0, `next` for the next row, `*alias` to open under another name. */
export const csvRead: TextFunctionMaker = ([name, what], world) => {
  const files = filesOf.get(world) ?? { byAlias: new Map(), defaultName: '' };
  filesOf.set(world, files);
  return {
    evaluate: (user) => {
      const file = name?.evaluate(user) ?? '';
      const wanted = what?.evaluate(user) ?? '';
      const own = user.keep(files, () => new Map<string, { file: CsvFile; row: number }>());
      if (wanted.startsWith('*')) {
        open(file, wanted, files, own, world);
        return '';
      }
      if (wanted === 'next()' || wanted === 'next') {
        const position = own.get(nameOrDefault(file, files));
        if (position) {
          position.row = -1;
        }
        return '';
      }
      const column = parseInteger(wanted);
      return column === undefined ? '' : read(file, column, files, own, world);
    },
  };
};

type Positions = Map<string, { file: CsvFile; row: number }>;

function read(name: string, column: number, files: CsvFiles, own: Positions, world: World): string {
  let position = own.get(name);
  if (!position && !name.startsWith('*')) {
    const known = nameOrDefault(name, files);
    open(known, known, files, own, world);
    position = own.get(known);
  }
  if (!position) {
    return '';
  }
  if (position.row === -1) {
    position.row = position.file.next;
    position.file.next = position.row + 1 >= position.file.rows.length ? 0 : position.row + 1;
  }
  return position.file.rows[position.row]?.[column] ?? '';
}

function nameOrDefault(name: string, files: CsvFiles): string {
  return name === '' && files.byAlias.size === 1 ? files.defaultName : name;
}

function open(written: string, alias: string, files: CsvFiles, own: Positions, world: World): void {
  const name = nameOrDefault(written, files);
  if (own.has(alias)) {
    return;
  }
  let file = files.byAlias.get(alias);
  if (!file) {
    try {
      file = { rows: rowsOf(name, world), next: 0 };
    } catch (error) {
      world.log('warn', String(error));
      return;
    }
    files.byAlias.set(alias, file);
    files.defaultName ||= name;
  }
  own.set(alias, { file, row: -1 });
}

/** Ends at the first empty line. */
function rowsOf(name: string, world: World): string[][] {
  const lines = linesOf(readFileSync(resolve(world.filesFolder, name), 'utf8'));
  const end = lines.indexOf('');
  return lines.slice(0, end === -1 ? undefined : end).map((line) => line.split(','));
}
