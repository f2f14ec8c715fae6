import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { AppError } from '../domain/errors.ts';
import { exists } from '../lib/exists.ts';
import { hashToken, type Sealer } from '../lib/seal.ts';
import type { Queryable } from '../store/database.ts';
import { findKey, replaceKey } from '../store/service-keys.ts';
import { findTokenByHash } from '../store/tokens.ts';

export interface SharedStateInput {
  config: Config;
  /** Id of the data folder of this service. */
  folderId: string;
  sealer: Sealer;
  /** CA in the data folder; null: nodes trust another one. */
  caFingerprint: string | null;
  /** The token of the first user, without creating one. */
  readToken(): Promise<string>;
}

const keys = { seal: 'seal-check', ca: 'local-ca', localNodes: 'local-nodes' } as const;
const sealedText = 'spate';

/**
 * Compares what services with separate data folders on one database must have in common, and throws `conflict` with all
 * differences. Without other services, records the values of this one. `others` are the data folders of running services.
 */
export async function checkSharedState(
  tx: Queryable,
  others: readonly string[],
  input: SharedStateInput,
): Promise<void> {
  const { config, folderId, sealer, caFingerprint } = input;
  if (others.length > 0) {
    const problems = await differences(tx, others, input);
    if (problems.length > 0)
      throw new AppError(
        'conflict',
        `Another service is running on this database, and this one does not fit to it. ${problems.join(' ')}`,
      );
  } else {
    await replaceKey(tx, keys.seal, sealer.seal(sealedText).toString('base64'));
    await replaceKey(tx, keys.ca, caFingerprint);
  }
  const owner = await findKey<string | null>(tx, keys.localNodes);
  if (config.localNodes) await replaceKey(tx, keys.localNodes, folderId);
  else if (owner === folderId) await replaceKey(tx, keys.localNodes, null);
}

async function differences(
  tx: Queryable,
  others: readonly string[],
  input: SharedStateInput,
): Promise<string[]> {
  const { config, folderId, sealer, caFingerprint } = input;
  const problems: string[] = [];
  if (!isSealedWith(sealer, await findKey<string>(tx, keys.seal)))
    problems.push(
      'SPATE_SEAL_KEY: the key differs. Set it to the base64 text of <data folder>/seal-key of the other service.',
    );
  if (!(await isSameToken(tx, input)))
    problems.push('SPATE_TOKEN: set it to the token of the first user, which is in <data folder>/token.');
  if (config.publicUrl === null)
    problems.push('SPATE_PUBLIC_URL: set it to the address of the load balancer, on all services.');
  const knownCa = await findKey<string | null>(tx, keys.ca);
  if (config.tls && caFingerprint !== (knownCa ?? null))
    problems.push(
      'SPATE_TLS_CERT, SPATE_TLS_KEY: set the same certificate on all services, or SPATE_TLS=off behind a balancer that terminates TLS.',
    );
  const owner = await findKey<string | null>(tx, keys.localNodes);
  if (config.localNodes && owner && owner !== folderId && others.includes(owner))
    problems.push('SPATE_LOCAL_NODES: set it to off. The other service runs the local nodes.');
  return problems;
}

/** Whether a service has local nodes, so that demand grids can start. */
export async function hasLocalNodes(db: Queryable): Promise<boolean> {
  return typeof (await findKey<string | null>(db, keys.localNodes)) === 'string';
}

function isSealedWith(sealer: Sealer, sealed: string | undefined): boolean {
  if (sealed === undefined) return false;
  try {
    return sealer.open(Buffer.from(sealed, 'base64')) === sealedText;
  } catch {
    return false;
  }
}

async function isSameToken(tx: Queryable, { config, readToken }: SharedStateInput): Promise<boolean> {
  // Not created here: a new token would revoke that of the other service.
  if (config.token === null && !(await exists(join(config.dataDir, 'token')))) return false;
  const known = await findTokenByHash(tx, hashToken(await readToken()));
  return known?.isPrimary === true && !known.isRevoked;
}
