import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseInteger } from '../../languages/java/numbers.ts';
import type { Environment, TextFunctionMaker } from '../core.ts';
import { linesOf } from './files.ts';

interface CsvFile {
  rows: string[][];
  next: number;
}

/** Shared by all calls in a plan: files by alias, and the default for a missing name. */
interface CsvFiles {
  byAlias: Map<string, CsvFile>;
  defaultName: string;
}

const filesOf = new WeakMap<Environment, CsvFiles>();

/** `${__CSVRead(file,column)}`: column from 0, `next` for the next row, `*alias` to open under another name. */
export const csvRead: TextFunctionMaker = ([name, what], environment) => {
  const files = filesOf.get(environment) ?? { byAlias: new Map(), defaultName: '' };
  filesOf.set(environment, files);
  return {
    evaluate: (user) => {
      const file = name?.evaluate(user) ?? '';
      const wanted = what?.evaluate(user) ?? '';
      const own = user.stateOf(files, () => new Map<string, { file: CsvFile; row: number }>());
      if (wanted.startsWith('*')) {
        open(file, wanted, files, own, environment);
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
      return column === undefined ? '' : read(file, column, files, own, environment);
    },
  };
};

type Positions = Map<string, { file: CsvFile; row: number }>;

function read(
  name: string,
  column: number,
  files: CsvFiles,
  own: Positions,
  environment: Environment,
): string {
  let position = own.get(name);
  if (!position && !name.startsWith('*')) {
    const known = nameOrDefault(name, files);
    open(known, known, files, own, environment);
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

function open(
  written: string,
  alias: string,
  files: CsvFiles,
  own: Positions,
  environment: Environment,
): void {
  const name = nameOrDefault(written, files);
  if (own.has(alias)) {
    return;
  }
  let file = files.byAlias.get(alias);
  if (!file) {
    try {
      file = { rows: rowsOf(name, environment), next: 0 };
    } catch (error) {
      environment.log('warn', String(error));
      return;
    }
    files.byAlias.set(alias, file);
    files.defaultName ||= name;
  }
  own.set(alias, { file, row: -1 });
}

/** Ends at the first empty line. */
function rowsOf(name: string, environment: Environment): string[][] {
  const lines = linesOf(readFileSync(resolve(environment.filesFolder, name), 'utf8'));
  const end = lines.indexOf('');
  return lines.slice(0, end === -1 ? undefined : end).map((line) => line.split(','));
}
