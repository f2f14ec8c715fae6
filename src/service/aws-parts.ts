import { createFindAccess, type FindAccess } from '../grids/providers/aws/find-access.ts';
import { type AwsSessions, createAwsSessions } from '../grids/providers/aws/sessions.ts';
import { newId } from '../lib/id.ts';
import type { Sealer } from '../lib/seal.ts';
import type { Database } from '../store/database.ts';
import { findOrMakeKey } from '../store/service-keys.ts';

/** What provider, credential check and sweeper of AWS share. The SDK is loaded at the first use. */
export interface AwsParts {
  sessions: AwsSessions;
  findAccess: FindAccess;
  /** Id of this installation in the tags of machines; the same for all services of a database. */
  installation(): Promise<string>;
}

export function createAwsParts(database: Database, sealer: Sealer): AwsParts {
  let id: Promise<string> | undefined;
  return {
    sessions: createAwsSessions(),
    findAccess: createFindAccess(database, sealer),
    installation() {
      id ??= findOrMakeKey(database, 'installation', async () => newId());
      return id;
    },
  };
}
