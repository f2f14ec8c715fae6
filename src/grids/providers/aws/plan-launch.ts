import type { CloudFields } from '../../../domain/grid.ts';
import { invalidField } from '../cloud/rejections.ts';
import { subnetOf } from './grid-fields.ts';
import type { LaunchPlan } from './launch-request.ts';
import type { AwsSession } from './sessions.ts';

export interface LaunchSettings {
  /** Image id, or name of an SSM parameter; `{arch}` is replaced by amd64 or arm64. */
  image: string;
  installation: string;
}

/** Common instance types of nodes, for error messages. */
const suggestedTypes =
  'm5.large, m5.xlarge, m5.2xlarge, c5.large, c5.xlarge, c5.2xlarge, m7g.large, c7g.xlarge';

/** Looks up image, architecture and subnet. Throws `invalid` for an unknown instance type or network. */
export async function planLaunch(
  session: AwsSession,
  settings: LaunchSettings,
  grid: { accountId: number; instanceType: string; region: string; cloud: CloudFields },
  prefix = 'grid',
): Promise<LaunchPlan> {
  const architecture = await architectureOf(session, grid, prefix);
  const imageId = await imageIdOf(session, settings.image.replace('{arch}', architecture));
  return {
    imageId,
    rootDevice: await rootDeviceOf(session, imageId),
    instanceType: grid.instanceType,
    cloud: grid.cloud,
    subnet: await findSubnet(session, grid.cloud, prefix),
    installation: settings.installation,
    accountId: grid.accountId,
  };
}

async function architectureOf(
  { ec2 }: AwsSession,
  { instanceType, region }: { instanceType: string; region: string },
  prefix: string,
): Promise<'amd64' | 'arm64'> {
  const { DescribeInstanceTypesCommand } = await import('./sdk.ts');
  const unknown = () =>
    invalidField(
      `${prefix}[instance_type]`,
      `${prefix}[instance_type] "${instanceType}" is not an instance type of AWS in ${region}. Use one such as ${suggestedTypes}.`,
    );
  if (!/^[a-z][\w-]*\.[\w-]+$/.test(instanceType)) throw unknown();
  const answer = await ec2
    .send(new DescribeInstanceTypesCommand({ InstanceTypes: [instanceType as 'm5.large'] }))
    .catch((error) => {
      throw error.name === 'InvalidInstanceType' ? unknown() : error;
    });
  const [type] = answer.InstanceTypes ?? [];
  if (!type) throw unknown();
  return type.ProcessorInfo?.SupportedArchitectures?.includes('x86_64') === false ? 'arm64' : 'amd64';
}

async function imageIdOf({ ssm }: AwsSession, image: string): Promise<string> {
  if (image.startsWith('ami-')) return image;
  const { GetParameterCommand } = await import('./sdk.ts');
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: image }));
  if (Parameter?.Value === undefined) throw new Error(`The SSM parameter ${image} has no value.`);
  return Parameter.Value;
}

async function rootDeviceOf({ ec2 }: AwsSession, imageId: string): Promise<string> {
  const { DescribeImagesCommand } = await import('./sdk.ts');
  const { Images = [] } = await ec2.send(new DescribeImagesCommand({ ImageIds: [imageId] }));
  return Images[0]?.RootDeviceName ?? '/dev/xvda';
}

/** The given subnet, or one of the given VPC; undefined for the default VPC. */
async function findSubnet(
  { ec2 }: AwsSession,
  cloud: CloudFields,
  prefix: string,
): Promise<LaunchPlan['subnet']> {
  const { aws_vpc_identifier: vpc, aws_availability_zone: zone } = cloud;
  const given = subnetOf(cloud);
  if (!given && !vpc) return undefined;
  const { DescribeSubnetsCommand } = await import('./sdk.ts');
  const { Subnets = [] } = await ec2.send(
    new DescribeSubnetsCommand(
      given
        ? { SubnetIds: [given.id] }
        : { Filters: [{ Name: 'vpc-id', Values: [vpc as string] }, ...(zone ? [zoneFilter(zone)] : [])] },
    ),
  );
  const [found] = Subnets;
  if (!found?.SubnetId)
    throw invalidField(
      `${prefix}[aws_vpc_identifier]`,
      `VPC ${vpc} has no subnet${zone ? ` in ${zone}` : ''}. Use another VPC, or set aws_vpc_subnet_public or aws_vpc_subnet_private.`,
    );
  if (given && vpc && found.VpcId !== vpc)
    throw invalidField(
      `${prefix}[aws_vpc_identifier]`,
      `Subnet ${given.id} belongs to ${found.VpcId}, not to ${vpc}.`,
    );
  if (given && zone && found.AvailabilityZone !== zone)
    throw invalidField(
      `${prefix}[aws_availability_zone]`,
      `Subnet ${given.id} is in ${found.AvailabilityZone}, not in ${zone}.`,
    );
  return given ?? { id: found.SubnetId, isPublic: found.MapPublicIpOnLaunch === true };
}

function zoneFilter(zone: string) {
  return { Name: 'availability-zone', Values: [zone] };
}
