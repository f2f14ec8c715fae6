import type { Credential } from '../domain/account.ts';
import { demandPlaceOf } from '../domain/demand.ts';
import { AppError } from '../domain/errors.ts';
import type { Grid, GridSpec } from '../domain/grid.ts';
import { findCredential } from '../store/credentials.ts';
import { type GridContext, providerOf } from './grid-context.ts';

/** Which provider starts the machines of a grid, and where. */
export type Placement = Pick<Grid, 'provider' | 'target'>;

/** This machine, for the shared grid. */
export const onThisMachine: Placement = { provider: 'local', target: null };

/**
 * Where a grid will run. `demand`: where the table of the operator says. `hosted` with a credential: the cloud of the credential, if the service
 * has a provider for it; otherwise machines that users join. Throws AppError for an unknown credential or region, and for a
 * grid that the provider cannot start.
 */
export async function placeGrid(
  context: GridContext,
  accountId: number,
  spec: GridSpec,
  /** Where the request has the specification: `grid` or `run[grids][]`. */
  prefix: string,
): Promise<Placement> {
  const placement = await findPlacement(context, accountId, spec, prefix);
  const { provider, target } = placement;
  if (provider !== 'local' && provider !== 'joined') requirePublicAddress(context);
  await providerOf(context, provider).check({ accountId, spec, target, prefix });
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
  if (spec.infrastructure === 'demand') return onDemand(context, spec.region, `${prefix}[region]`);
  return hostedPlacement(context, credential);
}

/** Machines elsewhere could not join. */
function requirePublicAddress(context: GridContext): void {
  if (context.address('anywhere').isForOtherMachines) return;
  throw new AppError(
    'invalid',
    'Nodes on other machines cannot connect to this service, because it has no public address. Set SPATE_HOST=0.0.0.0 and SPATE_PUBLIC_URL=https://<its name>:<port>, then start it again.',
  );
}

function onDemand({ demand, providers }: GridContext, region: string, field: string): Placement {
  const place = demandPlaceOf(demand, region);
  const isServed = place && providers.some(({ name }) => name === place.provider);
  if (isServed) return place;
  const message = place
    ? `${field} ${region} is at ${place.provider}:${place.target} (SPATE_DEMAND), which is not set up in this service.`
    : `${field} ${region} is not available on demand. Use one of: ${demand.map((row) => row.region).join(', ')}.`;
  throw new AppError('invalid', message, [{ code: 'invalid', message, field }]);
}

function hostedPlacement({ providers }: GridContext, credential: Credential | undefined): Placement {
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
