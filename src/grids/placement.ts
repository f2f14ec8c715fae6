import type { Credential } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { Grid, GridSpec } from '../domain/grid.ts';
import { findCredential } from '../store/credentials.ts';
import { type GridContext, providerOf } from './grid-context.ts';

/** Which provider starts the machines of a grid, and where. */
export type Placement = Pick<Grid, 'provider' | 'target'>;

/** This machine, for the shared grid. */
export const onThisMachine: Placement = { provider: 'local', target: null };

/**
 * Where a grid will run. `demand`: this machine. `hosted` with a credential: the cloud of the credential, if the service
 * has a provider for it; otherwise machines that users join. Throws AppError for an unknown credential, and for a grid that
 * the provider cannot start.
 */
export async function placeGrid(
  context: GridContext,
  accountId: number,
  spec: GridSpec,
  /** Where the request has the specification: `grid` or `run[grids][]`. */
  prefix: string,
): Promise<Placement> {
  const placement = await findPlacement(context, accountId, spec, prefix);
  await providerOf(context, placement.provider).check({ accountId, spec, target: placement.target });
  return placement;
}

/** Where a grid would run, without asking the provider whether it can start it. */
export async function findPlacement(
  context: GridContext,
  accountId: number,
  spec: GridSpec,
  prefix: string,
): Promise<Placement> {
  const credential = await credentialOf(context, accountId, spec.credentialId, `${prefix}[credential_id]`);
  return placementFor(context, spec, credential);
}

function placementFor(
  { providers }: GridContext,
  { infrastructure }: GridSpec,
  credential: Credential | undefined,
): Placement {
  if (infrastructure === 'demand') return onThisMachine;
  const isServed = credential && providers.some(({ name }) => name === credential.provider);
  if (!isServed) return { provider: 'joined', target: null };
  return { provider: credential.provider, target: String(credential.id) };
}

async function credentialOf(context: GridContext, accountId: number, id: number | null, field: string) {
  if (id === null) return undefined;
  const credential = await findCredential(context.database, accountId, id);
  if (credential) return credential;
  const message = `${field} ${id} is not a credential of this account. GET /account lists the available ones.`;
  throw new AppError('credential_unknown', message, [{ code: 'credential_unknown', message, field }]);
}
