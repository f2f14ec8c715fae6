import { AppError } from '../domain/errors.ts';
import type { Grid } from '../domain/grid.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Sealer } from '../lib/seal.ts';
import { encodeJoinToken } from '../protocol/join-token.ts';
import type { Database } from '../store/database.ts';
import type { GridRecord } from '../store/grids.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { Provider } from './provider.ts';

/** What all of this room works with. */
export interface GridContext {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  heartbeats: Heartbeats;
  log: Log;
  providers: Provider[];
  limits: GridLimits;
  /** Where nodes find the service; known once it listens. Local nodes may be given another address than machines elsewhere. */
  address(reach: 'local' | 'anywhere'): ServiceAddress;
}

export interface ServiceAddress {
  url: string;
  /** sha-256 of the CA's certificate in hex; null where the system's own trust is enough. */
  caFingerprint: string | null;
}

export interface GridLimits {
  /** How long a node may take to join. */
  nodeJoinS: number;
  /** A node not heard of for so long shows as lost. */
  nodeLostS: number;
  /** How long an ending node gets before it is removed by force. */
  nodeEndS: number;
}

export function providerOf(context: GridContext, name: string): Provider {
  const provider = context.providers.find((candidate) => candidate.name === name);
  if (!provider) throw new AppError('internal', `There is no provider called ${name}.`);
  return provider;
}

/** The provider for a kind of grid: machines that a user starts for hosted ones, this machine for all others. */
export function providerNameFor(infrastructure: Grid['infrastructure']): string {
  return infrastructure === 'hosted' ? 'joined' : 'local';
}

export function joinTokenOf(context: GridContext, grid: GridRecord): string {
  const { url, caFingerprint } = context.address(grid.provider === 'local' ? 'local' : 'anywhere');
  return encodeJoinToken({
    url,
    caFingerprint,
    gridId: grid.id,
    secret: context.sealer.open(grid.joinSealed),
  });
}
