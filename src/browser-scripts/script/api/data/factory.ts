import { basename, extname } from 'node:path';
import type { DataFeed } from './feed.ts';
import { findDataFiles, readCsv, readJson } from './read-files.ts';
import { type Row, type SourceKind, TestDataSource } from './source.ts';

export interface TestDataFactory {
  fromCSV(file: string, separator?: string): TestDataSource;
  fromJSON(file: string): TestDataSource;
  fromData(rows: Row[]): TestDataSource;
}

/** `TestData`: sources are read when the script has been evaluated, from the folders in their order. */
export function createTestData(feed: DataFeed, folders: string[]): TestDataFactory {
  const add = (kind: SourceKind, alias: string, load: () => Promise<Row[]>) => {
    const source = new TestDataSource(kind, alias, load);
    feed.add(source);
    return source;
  };
  const fromFiles = async (file: string, read: (path: string) => Promise<Row[]>) => {
    const rows: Row[][] = [];
    for (const path of await findDataFiles(file, folders)) rows.push(await read(path));
    return rows.flat();
  };
  return {
    fromCSV: (file, separator = ',') =>
      add('csv', aliasOf(file), () => fromFiles(file, (path) => readCsv(path, separator))),
    fromJSON: (file) => add('json', aliasOf(file), () => fromFiles(file, readJson)),
    fromData: (rows) => add('data', '', async () => (Array.isArray(rows) ? rows : [rows])),
  };
}

function aliasOf(file: string): string {
  return basename(file, extname(file)).replaceAll('*', '');
}
