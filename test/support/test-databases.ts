import { randomBytes } from 'node:crypto';
import { silentLog } from '../../src/lib/log.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/store/database.ts';
import { databaseUrl, migratedDatabase } from './cluster.ts';

type TestDatabaseOptions = Partial<
  Pick<DatabaseOptions, 'log' | 'maxConnections' | 'connectTimeoutMs' | 'statementTimeoutMs'>
>;

/** New databases on one server, under names that no other process uses. */
export interface TestDatabases {
  /** A new database with all migrations; its connections are closed with `close`. */
  fresh(options?: TestDatabaseOptions): Promise<Database>;
  /** The connection string of a new database with all migrations, for other processes. */
  freshUrl(): Promise<string>;
  /** The connection string of a new, empty database. */
  emptyUrl(): Promise<string>;
  /** Closes all connections of `fresh`. */
  close(): Promise<void>;
  /** Closes all connections and drops the databases. */
  drop(): Promise<void>;
}

export function openTestDatabases(serverUrl: string): TestDatabases {
  const admin = openDatabase({ url: serverUrl, log: silentLog, maxConnections: 1 });
  const opened: Database[] = [];
  const names: string[] = [];
  const create = async (template: string) => {
    const name = `test_${randomBytes(8).toString('hex')}`;
    // Ten times faster than copying through the log, as long as fsync is off.
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    names.push(name);
    return databaseUrl(serverUrl, name);
  };
  const closePools = () => Promise.all(opened.map((database) => database.close()));
  return {
    async fresh({ log = silentLog, ...options } = {}) {
      const database = openDatabase({ url: await create(migratedDatabase), log, ...options });
      opened.push(database);
      return database;
    },
    freshUrl: () => create(migratedDatabase),
    // Unlike template1, template0 allows no connections.
    emptyUrl: () => create('template0'),
    async close() {
      await closePools();
      await admin.close();
    },
    async drop() {
      await closePools();
      for (const name of names) await admin.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}
