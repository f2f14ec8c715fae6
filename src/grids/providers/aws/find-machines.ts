import type { Filter, Instance } from '@aws-sdk/client-ec2';
import { machineTags } from '../cloud/machine-tags.ts';
import type { AwsSession } from './sessions.ts';

/** A machine that the service has started. */
export interface FoundMachine {
  id: string;
  gridId: string;
  index: number;
  attempt: number;
  /** Name that its node reports. */
  name: string | undefined;
  /** False once AWS has started to terminate it. */
  isLive: boolean;
  /** AWS's reason for the end; undefined while it is live. */
  endReason: string | undefined;
}

/** All machines with these tags, including recently ended ones, which AWS lists for about an hour. */
export async function findMachines(
  { ec2 }: AwsSession,
  tags: Readonly<Record<string, string>>,
): Promise<FoundMachine[]> {
  const { DescribeInstancesCommand } = await import('./sdk.ts');
  const Filters: Filter[] = Object.entries(tags).map(([key, value]) => ({
    Name: `tag:${key}`,
    Values: [value],
  }));
  const found: FoundMachine[] = [];
  let NextToken: string | undefined;
  do {
    const page = await ec2.send(new DescribeInstancesCommand({ Filters, MaxResults: 1000, NextToken }));
    for (const { Instances = [] } of page.Reservations ?? []) found.push(...Instances.flatMap(readInstance));
    NextToken = page.NextToken;
  } while (NextToken);
  return found;
}

function readInstance({ InstanceId, Tags = [], State, StateReason }: Instance): FoundMachine[] {
  const tagOf = (key: string) => Tags.find(({ Key }) => Key === key)?.Value;
  const gridId = tagOf(machineTags.grid);
  const index = Number(tagOf(machineTags.slot));
  if (InstanceId === undefined || gridId === undefined || !Number.isInteger(index)) return [];
  const isLive = State?.Name !== 'terminated' && State?.Name !== 'shutting-down';
  return [
    {
      id: InstanceId,
      gridId,
      index,
      name: tagOf('Name'),
      attempt: Number(tagOf(machineTags.attempt) ?? 1),
      isLive,
      endReason: isLive ? undefined : (StateReason?.Message ?? 'terminated'),
    },
  ];
}
