import { azureRegionOf } from '../../../domain/azure-regions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { GridRequest } from '../../provider.ts';
import { invalidField, rejectedCredential, unreachableCloud } from '../cloud/rejections.ts';
import { faultOf, isOfCredential, sentenceOf } from './faults.ts';
import { subnetOf, tagsOf } from './grid-fields.ts';
import type { AzureProviderOptions } from './provider-options.ts';
import { missingActions, roleDefinition } from './role.ts';
import { maxMachines } from './scale-set.ts';
import type { AzureSession } from './sessions.ts';

/** Resource providers of Azure for which a subscription must be registered. */
const namespaces = ['Microsoft.Compute', 'Microsoft.Network', 'Microsoft.Insights'];
/** Common sizes of nodes, for error messages. */
const suggestedSizes =
  'Standard_D2s_v5, Standard_D4s_v5, Standard_D8s_v5, Standard_F2s_v2, Standard_F4s_v2, Standard_F8s_v2';

/** Throws AppError unless the credential may start machines of this size in this region. Creates nothing. */
export async function checkAzureGrid(
  options: Pick<AzureProviderOptions, 'sessions' | 'findAccess'>,
  { spec, accountId, target, prefix }: GridRequest,
): Promise<void> {
  tagsOf(spec.cloud, prefix);
  subnetOf(spec.cloud, prefix);
  const quantity = `${prefix}[instance_quantity]`;
  if (spec.instanceQuantity > maxMachines)
    throw invalidField(quantity, `${quantity}: a grid in Azure has at most ${maxMachines} nodes.`);
  const credential = `${prefix}[${spec.cloud.azure_tenant_id === undefined ? 'credential_id' : 'azure_tenant_id'}]`;
  try {
    const session = await options.sessions.open(await options.findAccess(accountId, target));
    await requirePermissions(session, credential);
    await requireRegion(session, spec.region, `${prefix}[region]`);
    await requireSize(session, spec.instanceType, azureRegionOf(spec.region), `${prefix}[instance_type]`);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const down = unreachableCloud('Azure', error);
    if (down) throw down;
    const fault = faultOf(error);
    throw isOfCredential(fault)
      ? rejectedCredential(credential, sentenceOf(fault))
      : invalidField(`${prefix}[region]`, sentenceOf(fault));
  }
}

async function requirePermissions(session: AzureSession, field: string): Promise<void> {
  const missing = missingActions(await session.permissions());
  if (missing.length === 0) return;
  throw rejectedCredential(
    field,
    `The credential lacks permissions in subscription ${session.subscriptionId}: ${missing.join(', ')}. The role to add: ${JSON.stringify(roleDefinition(session.subscriptionId))}`,
  );
}

async function requireRegion({ resources }: AzureSession, region: string, field: string): Promise<void> {
  const providers = await Promise.all(namespaces.map((namespace) => resources.providers.get(namespace)));
  const open = providers.find(({ registrationState }) => registrationState !== 'Registered');
  if (open)
    throw invalidField(
      field,
      `The subscription is not registered for ${open.namespace}. Register it: az provider register --namespace ${open.namespace}`,
    );
  const types = providers[0]?.resourceTypes ?? [];
  const { locations = [] } =
    types.find(({ resourceType }) => resourceType === 'virtualMachineScaleSets') ?? {};
  const known = locations.map(azureRegionOf).sort();
  const name = azureRegionOf(region);
  if (!known.includes(name))
    throw invalidField(
      field,
      `${field} "${region}" is not a region of Azure for this subscription. Use one of: ${known.join(', ')}; or the name of a region of AWS near one of them, such as eu-west-1.`,
    );
}

async function requireSize(
  { compute }: AzureSession,
  size: string,
  location: string,
  field: string,
): Promise<void> {
  for await (const sku of compute.resourceSkus.list({ filter: `location eq '${location}'` })) {
    if (sku.resourceType !== 'virtualMachines' || sku.name !== size) continue;
    const isClosed = sku.restrictions?.some(({ type }) => type === 'Location');
    if (!isClosed) return;
    throw invalidField(
      field,
      `${field} "${size}" is not available to this subscription in ${location}. Use another size or region.`,
    );
  }
  throw invalidField(
    field,
    `${field} "${size}" is not a size of Azure in ${location}. Use one such as ${suggestedSizes}.`,
  );
}
