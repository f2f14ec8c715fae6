import { createHash } from 'node:crypto';
import type { BlockDeviceMapping, RunInstancesCommandInput, Tag } from '@aws-sdk/client-ec2';
import type { CloudFields } from '../../../domain/grid.ts';
import { shortGridName } from '../../grid-name.ts';
import { installationTag, machineTags } from '../cloud/machine-tags.ts';
import { securityGroupsOf, spotPriceOf, tagsOf } from './grid-fields.ts';

/** Location and configuration of machines; the same for all machines of a grid. */
export interface LaunchPlan {
  imageId: string;
  rootDevice: string;
  instanceType: string;
  cloud: CloudFields;
  /** Undefined: the default VPC. */
  subnet: { id: string; isPublic: boolean } | undefined;
  installation: string;
  accountId: number;
}

/** One machine of a grid. */
export interface Machine {
  gridId: string;
  gridName: string;
  index: number;
  /** From 1. */
  attempt: number;
  userData: string;
}

const rootVolumeGb = 30;

/** The request of RunInstances for exactly one machine. Repeated with the same token, it starts no second one. */
export function launchRequest(plan: LaunchPlan, machine: Machine): RunInstancesCommandInput {
  const { cloud, subnet } = plan;
  const groups = securityGroupsOf(cloud);
  const price = spotPriceOf(cloud);
  const tags: Tag[] = [...tagsOf(cloud), ...ownTags(plan, machine)];
  const resources = ['instance', 'volume', 'network-interface'] as const;
  return {
    ImageId: plan.imageId,
    InstanceType: plan.instanceType as RunInstancesCommandInput['InstanceType'],
    MinCount: 1,
    MaxCount: 1,
    ClientToken: clientToken(machine),
    UserData: Buffer.from(machine.userData, 'utf8').toString('base64'),
    InstanceInitiatedShutdownBehavior: 'terminate',
    MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1, HttpEndpoint: 'enabled' },
    BlockDeviceMappings: [rootVolume(plan.rootDevice)],
    TagSpecifications: resources.map((ResourceType) => ({ ResourceType, Tags: tags })),
    ...(cloud.aws_availability_zone && { Placement: { AvailabilityZone: cloud.aws_availability_zone } }),
    ...(subnet
      ? {
          NetworkInterfaces: [
            {
              DeviceIndex: 0,
              SubnetId: subnet.id,
              AssociatePublicIpAddress: subnet.isPublic,
              DeleteOnTermination: true,
              ...(groups.length > 0 && { Groups: groups }),
            },
          ],
        }
      : groups.length > 0 && { SecurityGroupIds: groups }),
    ...(price !== undefined && {
      InstanceMarketOptions: {
        MarketType: 'spot',
        SpotOptions: {
          MaxPrice: price,
          SpotInstanceType: 'one-time',
          InstanceInterruptionBehavior: 'terminate',
        },
      },
    }),
  };
}

/** Identifies one attempt to start the machine of one slot, also after a crash of the service. At most 64 characters. */
export function clientToken({
  gridId,
  index,
  attempt,
}: Pick<Machine, 'gridId' | 'index' | 'attempt'>): string {
  return `spate-${createHash('sha256').update(`${gridId} ${index} ${attempt}`).digest('hex').slice(0, 48)}`;
}

/** Unique among the machines of a grid: `calm-reef-2`, and `calm-reef-2-3` for the third attempt. */
export function machineName({
  gridName,
  index,
  attempt,
}: Pick<Machine, 'gridName' | 'index' | 'attempt'>): string {
  return `${shortGridName(gridName)}-${index}${attempt === 1 ? '' : `-${attempt}`}`;
}

function ownTags({ installation, accountId }: LaunchPlan, machine: Machine): Tag[] {
  return [
    { Key: 'Name', Value: machineName(machine) },
    { Key: installationTag, Value: installation },
    { Key: machineTags.account, Value: String(accountId) },
    { Key: machineTags.grid, Value: machine.gridId },
    { Key: machineTags.slot, Value: String(machine.index) },
    { Key: machineTags.attempt, Value: String(machine.attempt) },
  ];
}

function rootVolume(DeviceName: string): BlockDeviceMapping {
  return {
    DeviceName,
    Ebs: { Encrypted: true, DeleteOnTermination: true, VolumeType: 'gp3', VolumeSize: rootVolumeGb },
  };
}
