import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import { writeAtomically } from './write-atomically.ts';

/** Identity of this node at the service; stored so that a restarted agent is the same node. */
export interface Identity {
  url: string;
  /** The only trusted certificate authority, as PEM; null: the system's. */
  ca: string | null;
  gridId: string;
  nodeId: string;
  credential: string;
  /** When the grid expires, in service time; null: never. */
  endsAtMs: number | null;
  /** Service time minus this machine's, as last measured. */
  clockOffsetMs: number;
}

export const identityFileName = 'identity.json';

/** Undefined when this folder has not joined a grid, or its identity file is unreadable. */
export async function loadIdentity(folder: string, log: Log): Promise<Identity | undefined> {
  const path = join(folder, identityFileName);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      log.warn({ path, err: error }, 'node.identity.unreadable');
    }
    return undefined;
  }
}

export async function saveIdentity(folder: string, identity: Identity): Promise<void> {
  await writeAtomically(join(folder, identityFileName), JSON.stringify(identity));
}
