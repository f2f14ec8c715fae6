import type { CloudFields } from '../../../domain/grid.ts';
import { dollarsOfCents } from '../cloud/spot-price.ts';
import { readTagPairs, type TagLimits } from '../cloud/tag-pairs.ts';

export interface AwsTag {
  Key: string;
  Value: string;
}

const tagLimits: TagLimits = { reserved: 'aws:', keyLength: 128, valueLength: 256, count: 40 };

/** The pairs of aws_tags. Throws `invalid` for keys that AWS or the service reserves. */
export function tagsOf({ aws_tags: text = '' }: CloudFields, prefix = 'grid'): AwsTag[] {
  return readTagPairs(text, `${prefix}[aws_tags]`, tagLimits).map(([Key, Value]) => ({ Key, Value }));
}

/** The price in US dollars per hour, for AWS; undefined: on demand. */
export function spotPriceOf({ aws_spot_price: cents }: CloudFields): string | undefined {
  return cents === undefined ? undefined : dollarsOfCents(cents);
}

export function securityGroupsOf({ aws_vpc_security_groups: text = '' }: CloudFields): string[] {
  return text.split(/[\s,]+/).filter((id) => id !== '');
}

/** The subnet of the machines. Machines in a private subnet get no public address, and need a NAT gateway. */
export function subnetOf(cloud: CloudFields): { id: string; isPublic: boolean } | undefined {
  const { aws_vpc_subnet_private: hidden, aws_vpc_subnet_public: open } = cloud;
  if (hidden) return { id: hidden, isPublic: false };
  return open ? { id: open, isPublic: true } : undefined;
}
