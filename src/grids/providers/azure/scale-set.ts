import type { VirtualMachineScaleSet } from '@azure/arm-compute';
import { azureRegionOf } from '../../../domain/azure-regions.ts';
import type { Grid } from '../../../domain/grid.ts';
import { shortGridName } from '../../grid-name.ts';
import { installationTag, machineTags } from '../cloud/machine-tags.ts';
import { spotPriceOf, subnetOf, tagsOf } from './grid-fields.ts';
import { idIn, names } from './names.ts';

export interface ScaleSetFacts {
  grid: Grid;
  subscriptionId: string;
  installation: string;
  /** `publisher:offer:sku:version`, or the id of an image; `{arch}` is replaced by gen2 or arm64. */
  image: string;
  /** Script that makes a machine a node. */
  userData: string;
  /** Of a login, which Azure requires; its private key was discarded. */
  publicKey: string;
}

/** Maximum size of a scale set. */
export const maxMachines = 1000;
const rootDiskGb = 30;
const user = 'spate';

/** Tags of everything that belongs to the grid. */
export function ownTags(grid: Grid, installation: string): Record<string, string> {
  return {
    ...tagsOf(grid.cloud),
    [installationTag]: installation,
    [machineTags.account]: String(grid.accountId),
    [machineTags.grid]: grid.id,
  };
}

/** A scale set without machines yet. Azure neither starts more than requested nor changes running ones. */
export function scaleSetOf(facts: ScaleSetFacts): VirtualMachineScaleSet {
  const { grid } = facts;
  const maxPrice = spotPriceOf(grid.cloud);
  return {
    location: azureRegionOf(grid.region),
    tags: ownTags(grid, facts.installation),
    sku: { name: grid.instanceType, tier: 'Standard', capacity: 0 },
    orchestrationMode: 'Uniform',
    overprovision: false,
    singlePlacementGroup: false,
    upgradePolicy: { mode: 'Manual' },
    virtualMachineProfile: {
      ...(maxPrice !== undefined && {
        priority: 'Spot',
        evictionPolicy: 'Delete',
        billingProfile: { maxPrice },
      }),
      osProfile: {
        computerNamePrefix: computerNamePrefix(grid.name),
        adminUsername: user,
        customData: Buffer.from(facts.userData, 'utf8').toString('base64'),
        linuxConfiguration: {
          disablePasswordAuthentication: true,
          ssh: {
            publicKeys: [{ path: `/home/${user}/.ssh/authorized_keys`, keyData: facts.publicKey }],
          },
        },
      },
      storageProfile: {
        imageReference: imageOf(facts.image, grid.instanceType),
        osDisk: {
          createOption: 'FromImage',
          caching: 'ReadWrite',
          diskSizeGB: rootDiskGb,
          managedDisk: { storageAccountType: 'StandardSSD_LRS' },
        },
      },
      networkProfile: { networkInterfaceConfigurations: [networkOf(facts)] },
    },
  };
}

/** Azure appends six characters. */
function computerNamePrefix(gridName: string): string {
  return `${shortGridName(gridName)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 40)}-`;
}

function networkOf({ grid, subscriptionId }: ScaleSetFacts) {
  const given = subnetOf(grid.cloud);
  const own = (path: string) => idIn(subscriptionId, grid.id, `Microsoft.Network/${path}`);
  const subnet = given ?? own(`virtualNetworks/${names.network}/subnets/${names.subnet}`);
  return {
    name: 'network',
    primary: true,
    ...(given === undefined && {
      networkSecurityGroup: { id: own(`networkSecurityGroups/${names.securityGroup}`) },
    }),
    ipConfigurations: [
      {
        name: 'address',
        subnet: { id: subnet },
        ...(given === undefined && {
          publicIPAddressConfiguration: { name: 'public', sku: { name: 'Standard' } },
        }),
      },
    ],
  };
}

function imageOf(image: string, size: string) {
  if (image.startsWith('/')) return { id: image };
  const arch = isArm(size) ? 'arm64' : 'gen2';
  const [publisher, offer, sku, version = 'latest'] = image.replace('{arch}', arch).split(':');
  return { publisher, offer, sku, version };
}

/** By the naming rules of Azure: `p` among the letters after the number of vCPUs, as in Standard_D2ps_v5. */
function isArm(size: string): boolean {
  return /^Standard_[A-Z]+\d+(?:-\d+)?[a-z]*p[a-z]*_/.test(size);
}
