import { joinVariable } from '../contract/join-command.ts';
import type { DemandTable } from '../domain/demand.ts';
import { AppError } from '../domain/errors.ts';
import type { Sealer } from '../lib/seal.ts';
import type { NodeContext } from '../nodes/node-context.ts';
import { agentRoutes } from '../protocol/agent-routes.ts';
import { encodeJoinToken } from '../protocol/join-token.ts';
import type { GridRecord } from '../store/grids.ts';
import type { Prices } from './prices/load-prices.ts';
import type { Provider } from './provider.ts';

/** Dependencies of the functions in `grids`. */
export interface GridContext extends NodeContext {
  sealer: Sealer;
  providers: Provider[];
  /** Where the nodes of `demand` grids run, by region. */
  demand: DemandTable;
  prices: Prices;
  limits: GridLimits;
  /** Address of the service for nodes; throws before it listens. Local nodes may use a different one. */
  address(reach: 'local' | 'anywhere'): ServiceAddress;
}

export interface ServiceAddress {
  url: string;
  /** SHA-256 of the CA certificate in hex; null: the system's certificate authorities are trusted. */
  caFingerprint: string | null;
  /** SHA-256 of the public key that the service presents, in base64, for curl; null if no CA has to be trusted. */
  publicKeyPin: string | null;
  /** Whether other machines can connect to it. */
  isForOtherMachines: boolean;
}

export interface GridLimits {
  /** Timeout for a node to join, see joinLimitS. */
  nodeJoinS: number;
  /** The same in a cloud or a cluster. */
  cloudJoinS: number;
  /** A node without a heartbeat for this long is lost. */
  nodeLostS: number;
  /** Grace for an ending node before it is killed and removed. */
  nodeEndS: number;
}

export function providerOf(context: GridContext, name: string): Provider {
  const provider = context.providers.find((candidate) => candidate.name === name);
  if (!provider) throw new AppError('internal', `There is no provider called ${name}.`);
  return provider;
}

/** How a machine joins a hosted grid: the command to run on it, or the reason why the service cannot give one. */
export function howToJoin(
  context: GridContext,
  grid: GridRecord,
): { joinCommand: string | null; joinProblem?: string } {
  const address = context.address('anywhere');
  if (!address.isForOtherMachines) {
    const joinProblem =
      'Other machines cannot connect to this service, because it has no public address. Set SPATE_HOST=0.0.0.0 and SPATE_PUBLIC_URL=https://<its name>:<port>, then start it again to get the join command.';
    return { joinCommand: null, joinProblem };
  }
  return { joinCommand: joinLine(address, joinTokenOf(context, grid)) };
}

/** Shell line that joins a machine elsewhere. */
export function joinLine(
  { url, publicKeyPin }: ServiceAddress,
  joinToken: string,
  scriptArguments: readonly string[] = [],
): string {
  // Without a CA that the machine trusts, curl accepts only this public key.
  const trust = publicKeyPin === null ? '' : ` --insecure --pinnedpubkey 'sha256//${publicKeyPin}'`;
  const script = `curl -fsS${trust} ${url}${agentRoutes.script}`;
  // In the environment of sh, because every user of the machine can read arguments.
  const more = scriptArguments.length === 0 ? '' : ` -s -- ${scriptArguments.join(' ')}`;
  return `${script} | ${joinVariable}=${joinToken} sh${more}`;
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
