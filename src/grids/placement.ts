import type { Actor, Credential } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { Grid, GridSpec } from '../domain/grid.ts';
import { findCredential } from '../store/credentials.ts';
import { type GridContext, providerOf } from './grid-context.ts';

/** Which provider starts the machines of a grid, and where. */
export type Placement = Pick<Grid, 'provider' | 'target'>;

/** This machine, for the shared grid. */
export const onThisMachine: Placement = { provider: 'local', target: null };

/**
 * Where a grid will run. `demand`: this machine. `hosted` with a credential or `aws_arn`: that cloud account, if the service
 * has a provider for the cloud; otherwise machines that users join. Throws AppError for an unknown credential or one that the
 * role of the user does not permit, and for a grid that the provider cannot start.
 */
export async function placeGrid(
  context: GridContext,
  { accountId, role }: Pick<Actor, 'accountId' | 'role'>,
  spec: GridSpec,
  /** Where the request has the specification: `grid` or `run[grids][]`. */
  prefix: string,
): Promise<Placement> {
  const placement = await findPlacement(context, { accountId, role }, spec, prefix);
  await providerOf(context, placement.provider).check({ accountId, spec, target: placement.target, prefix });
  return placement;
}

/** Where a grid would run, without asking the provider whether it can start it. */
export async function findPlacement(
  context: GridContext,
  { accountId, role }: Pick<Actor, 'accountId' | 'role'>,
  spec: GridSpec,
  prefix: string,
): Promise<Placement> {
  const credential = await credentialOf(context, accountId, spec.credentialId, `${prefix}[credential_id]`);
  if (credential?.role === 'owner' && role !== 'owner')
    throw new AppError(
      'not_allowed',
      `Only owners can start grids with credential ${credential.id}. Your role is ${role}.`,
    );
  return placementFor(context, spec, credential);
}

function placementFor(
  { providers }: GridContext,
  { infrastructure, cloud }: GridSpec,
  credential: Credential | undefined,
): Placement {
  if (infrastructure === 'demand') return onThisMachine;
  const provider = credential?.provider ?? (cloud.aws_arn === undefined ? undefined : 'aws');
  const target = credential ? String(credential.id) : (cloud.aws_arn ?? null);
  if (provider === undefined || !providers.some(({ name }) => name === provider))
    return { provider: 'joined', target: null };
  return { provider, target };
}

async function credentialOf(context: GridContext, accountId: number, id: number | null, field: string) {
  if (id === null) return undefined;
  const credential = await findCredential(context.database, accountId, id);
  if (credential) return credential;
  const message = `${field} ${id} is not a credential of this account. GET /account lists the available ones.`;
  throw new AppError('credential_unknown', message, [{ code: 'credential_unknown', message, field }]);
}
