import { createFindAccess, type FindAccess } from '../grids/providers/aws/find-access.ts';
import { type AwsSessions, createAwsSessions } from '../grids/providers/aws/sessions.ts';
import { createFindAzureAccess, type FindAzureAccess } from '../grids/providers/azure/find-access.ts';
import { type AzureSessions, createAzureSessions } from '../grids/providers/azure/sessions.ts';
import { newId } from '../lib/id.ts';
import type { Sealer } from '../lib/seal.ts';
import type { Database } from '../store/database.ts';
import { findOrMakeKey } from '../store/service-keys.ts';

/** What providers, credential check and sweeper of the clouds share. Each SDK is loaded at its first use. */
export interface CloudParts {
  aws: { sessions: AwsSessions; findAccess: FindAccess };
  azure: { sessions: AzureSessions; findAccess: FindAzureAccess };
  /** Id of this installation in the tags of machines; the same for all services of a database. */
  installation(): Promise<string>;
}

export function createCloudParts(database: Database, sealer: Sealer, azureUrl: string): CloudParts {
  let id: Promise<string> | undefined;
  return {
    aws: { sessions: createAwsSessions(), findAccess: createFindAccess(database, sealer) },
    azure: {
      sessions: createAzureSessions(azureUrl),
      findAccess: createFindAzureAccess(database, sealer),
    },
    installation() {
      id ??= findOrMakeKey(database, 'installation', async () => newId());
      return id;
    },
  };
}
