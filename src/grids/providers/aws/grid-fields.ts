import { AppError, type ErrorDetail } from '../../../domain/errors.ts';
import type { CloudFields } from '../../../domain/grid.ts';

export interface AwsTag {
  Key: string;
  Value: string;
}

const maxOwnTags = 40;

/** The pairs of aws_tags. Throws `invalid` for keys that AWS or the service reserves. */
export function tagsOf({ aws_tags: text = '' }: CloudFields, prefix = 'grid'): AwsTag[] {
  const tags = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return { Key: pair.slice(0, at).trim(), Value: pair.slice(at + 1).trim() };
    });
  const field = `${prefix}[aws_tags]`;
  const fail = (message: string) => {
    throw invalidField(field, message);
  };
  const keys = new Set<string>();
  for (const { Key, Value } of tags) {
    if (/^(aws|spate):/i.test(Key))
      fail(`${field}: keys that start with aws: or spate: are reserved ("${Key}").`);
    if (Key.length > 128 || Value.length > 256)
      fail(`${field}: a key has at most 128 characters, and a value at most 256 ("${Key.slice(0, 40)}").`);
    if (keys.has(Key)) fail(`${field}: the key "${Key}" is given twice.`);
    keys.add(Key);
  }
  if (tags.length > maxOwnTags)
    fail(`${field}: at most ${maxOwnTags} tags are allowed (these are ${tags.length}).`);
  return tags;
}

/** The price in US dollars per hour, for AWS; undefined: on demand. Exact, because it moves the point in the text. */
export function spotPriceOf({ aws_spot_price: cents }: CloudFields): string | undefined {
  if (cents === undefined) return undefined;
  const [whole = '0', fraction = ''] = cents.trim().split('.');
  const digits = whole.padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/^0+(?=\d)/, '');
  return `${dollars}.${digits.slice(-2)}${fraction}`.replace(/\.?0+$/, '');
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

export function invalidField(field: string, message: string): AppError {
  const detail: ErrorDetail = { code: 'invalid', message, field };
  return new AppError('invalid', message, [detail]);
}
