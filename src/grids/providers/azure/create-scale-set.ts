import type { VirtualMachineScaleSet } from '@azure/arm-compute';
import { azureRegionOf } from '../../../domain/azure-regions.ts';
import type { Grid } from '../../../domain/grid.ts';
import { latestEndOf } from '../cloud/latest-end.ts';
import { userData } from '../cloud/user-data.ts';
import { subnetOf } from './grid-fields.ts';
import { unusableLoginKey } from './login-key.ts';
import { groupNameOf, idIn, names } from './names.ts';
import type { AzureProviderOptions } from './provider-options.ts';
import { ownTags, scaleSetOf } from './scale-set.ts';
import type { AzureSession } from './sessions.ts';

const createTimeoutMs = 5 * 60_000;
const addresses = '10.0.0.0/16';

/** Creates the resource group of a grid, its network, and its scale set without machines. Repeatable at any point. */
export async function createScaleSet(
  options: AzureProviderOptions,
  session: AzureSession,
  grid: Grid,
  joinToken: string,
): Promise<VirtualMachineScaleSet> {
  const { compute, resources, subscriptionId } = session;
  const group = groupNameOf(grid.id);
  const location = azureRegionOf(grid.region);
  const installation = await options.installation();
  const tags = ownTags(grid, installation);
  const abortSignal = AbortSignal.timeout(createTimeoutMs);
  await resources.resourceGroups.createOrUpdate(group, { location, tags }, { abortSignal });
  if (subnetOf(grid.cloud) === undefined) await createNetwork(session, grid, location, tags, abortSignal);
  const facts = {
    grid,
    subscriptionId,
    installation,
    image: options.image,
    userData: userData({
      role: `a node of grid ${grid.name}`,
      joinLine: options.joinLine(joinToken, ['--install']),
      endsAt: latestEndOf(grid, options.joinLimitS),
      notices: 'azure',
    }),
    publicKey: await unusableLoginKey(),
  };
  return compute.virtualMachineScaleSets.createOrUpdate(group, names.scaleSet, scaleSetOf(facts), {
    abortSignal,
  });
}

/** A network without inbound connections: nodes connect to the service. */
async function createNetwork(
  { network, subscriptionId }: AzureSession,
  grid: Grid,
  location: string,
  tags: Record<string, string>,
  abortSignal: AbortSignal,
): Promise<void> {
  const group = groupNameOf(grid.id);
  await network.networkSecurityGroups.createOrUpdate(
    group,
    names.securityGroup,
    {
      location,
      tags,
      securityRules: [
        {
          name: 'nothing-in',
          priority: 100,
          direction: 'Inbound',
          access: 'Deny',
          protocol: '*',
          sourceAddressPrefix: '*',
          sourcePortRange: '*',
          destinationAddressPrefix: '*',
          destinationPortRange: '*',
        },
      ],
    },
    { abortSignal },
  );
  const securityGroup = `Microsoft.Network/networkSecurityGroups/${names.securityGroup}`;
  await network.virtualNetworks.createOrUpdate(
    group,
    names.network,
    {
      location,
      tags,
      addressSpace: { addressPrefixes: [addresses] },
      subnets: [
        {
          name: names.subnet,
          addressPrefix: addresses,
          networkSecurityGroup: { id: idIn(subscriptionId, grid.id, securityGroup) },
        },
      ],
    },
    { abortSignal },
  );
}
