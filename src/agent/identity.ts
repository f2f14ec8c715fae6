import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import { writeAtomically } from './write-atomically.ts';

/** Who this node is to the service; kept so that a restarted agent is the same node. */
export interface Identity {
  url: string;
  /** The only certificate authority to trust, as PEM; null: those of the system. */
  ca: string | null;
  gridId: string;
  nodeId: string;
  credential: string;
  /** When the grid ends, in service time; null: never. */
  endsAtMs: number | null;
  /** Service time minus this machine's, as last measured. */
  clockOffsetMs: number;
}

export const identityFileName = 'identity.json';

/** undefined when this folder has not joined anything, or what it kept cannot be read. */
export async function loadIdentity(folder: string, log: Log): Promise<Identity | undefined> {
  const path = join(folder, identityFileName);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      log.warn({ path, err: error }, 'the identity of this node cannot be read; joining anew');
    }
    return undefined;
  }
}

export async function saveIdentity(folder: string, identity: Identity): Promise<void> {
  await writeAtomically(join(folder, identityFileName), JSON.stringify(identity));
}
