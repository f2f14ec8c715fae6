import type { Actor, Credential } from '../domain/account.ts';
import { demandPlaceOf } from '../domain/demand.ts';
import { AppError } from '../domain/errors.ts';
import type { Grid, GridSpec } from '../domain/grid.ts';
import { findCredential, listCredentials } from '../store/credentials.ts';
import { type GridContext, providerOf } from './grid-context.ts';

/** Provider and location of the machines of a grid. */
export type Placement = Pick<Grid, 'provider' | 'target'>;

/** This machine, for the shared grid. */
export const onThisMachine: Placement = { provider: 'local', target: null };

/**
 * Where a grid will run. `demand`: according to the operator's table. `hosted` with a credential, `aws_arn` or
 * `azure_tenant_id`: that cloud account, if the service has a provider for the cloud; otherwise machines that users
 * join. Throws AppError for an unknown region or credential, for one that the role of the user does not permit, and
 * for a grid that the provider cannot start.
 */
export async function placeGrid(
  context: GridContext,
  { accountId, role }: Pick<Actor, 'accountId' | 'role'>,
  spec: GridSpec,
  /** Path of the specification in the request: `grid` or `run[grids][]`. */
  prefix: string,
): Promise<Placement> {
  const placement = await findPlacement(context, { accountId, role }, spec, prefix);
  const { provider, target } = placement;
  if (provider !== 'local' && provider !== 'joined') requirePublicAddress(context);
  await providerOf(context, provider).check({ accountId, spec, target, prefix });
  return placement;
}

/** Where a grid would run, without asking the provider whether it can start it. */
export async function findPlacement(
  context: GridContext,
  { accountId, role }: Pick<Actor, 'accountId' | 'role'>,
  spec: GridSpec,
  prefix: string,
): Promise<Placement> {
  const credential =
    (await credentialOf(context, accountId, spec.credentialId, `${prefix}[credential_id]`)) ??
    (await credentialOfTenant(context, accountId, spec, `${prefix}[azure_tenant_id]`));
  if (credential?.role === 'owner' && role !== 'owner')
    throw new AppError(
      'not_allowed',
      `Only owners can start grids with credential ${credential.id}. Your role is ${role}.`,
    );
  if (spec.infrastructure === 'demand') return onDemand(context, spec.region, `${prefix}[region]`);
  return hostedPlacement(context, spec, credential);
}

/** Required for machines elsewhere to join. */
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

function hostedPlacement(
  { providers }: GridContext,
  { cloud }: GridSpec,
  credential: Credential | undefined,
): Placement {
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

/** The credential of the account for the tenant of a hosted grid in Azure; undefined without a tenant. */
async function credentialOfTenant(
  { database }: GridContext,
  accountId: number,
  { infrastructure, cloud: { azure_tenant_id: tenant } }: GridSpec,
  field: string,
): Promise<Credential | undefined> {
  if (tenant === undefined || infrastructure !== 'hosted') return undefined;
  const all = await listCredentials(database, accountId);
  const [found, ...others] = all.filter(({ tenantId }) => tenantId?.toLowerCase() === tenant.toLowerCase());
  if (found && others.length === 0) return found;
  const ids = [found, ...others].map((credential) => credential?.id).join(', ');
  const message = found
    ? `${field} ${tenant} has several credentials: ${ids}. Use one of them as credential_id.`
    : `${field} ${tenant} is not the tenant of a credential of this account. Add one: spate credentials add azure.`;
  throw new AppError('credential_unknown', message, [{ code: 'credential_unknown', message, field }]);
}
