import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { LeasedFiles } from '../../contract.ts';
import type { DataFeed } from './feed.ts';
import { leasedRows } from './leased-rows.ts';
import { findDataFiles, readCsv, readJson } from './read-files.ts';
import { type LoadRows, type Row, type SourceKind, TestDataSource } from './source.ts';

export interface TestDataFactory {
  fromCSV(file: string, separator?: string): TestDataSource;
  fromJSON(file: string): TestDataSource;
  fromData(rows: Row[]): TestDataSource;
}

/** `TestData`: sources are read when the script has been evaluated, from the folders in their order. */
export function createTestData(feed: DataFeed, folders: string[], leased?: LeasedFiles): TestDataFactory {
  const add = (kind: SourceKind, alias: string, load: LoadRows) => {
    const source = new TestDataSource(kind, alias, load);
    feed.add(source);
    return source;
  };
  const fromFiles = async (file: string, read: (path: string) => Promise<Row[]>) => {
    const rows: Row[][] = [];
    for (const path of await findDataFiles(file, folders)) rows.push(await read(path));
    return rows.flat();
  };
  const leasedOrAll = async (file: string, separator: string) => {
    const paths = await findDataFiles(file, folders);
    const found = leased?.files.find((name) => paths.includes(join(folders[0] ?? '', name)));
    if (!leased || found === undefined) return fromFiles(file, (path) => readCsv(path, separator));
    if (paths.length > 1)
      throw new Error(`'${file}' matches several files. Rows can be leased from one file at a time.`);
    return leasedRows(await readFile(paths[0] ?? '', 'utf8'), separator, () => leased.nextRow(found));
  };
  return {
    fromCSV: (file, separator = ',') => add('csv', aliasOf(file), () => leasedOrAll(file, separator)),
    fromJSON: (file) => add('json', aliasOf(file), () => fromFiles(file, readJson)),
    fromData: (rows) => add('data', '', async () => (Array.isArray(rows) ? rows : [rows])),
  };
}

function aliasOf(file: string): string {
  return basename(file, extname(file)).replaceAll('*', '');
}
