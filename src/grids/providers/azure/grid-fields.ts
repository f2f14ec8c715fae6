import type { CloudFields } from '../../../domain/grid.ts';
import { invalidField } from '../cloud/rejections.ts';
import { dollarsOfCents } from '../cloud/spot-price.ts';
import { readTagPairs, type TagLimits } from '../cloud/tag-pairs.ts';

const tagLimits: TagLimits = { reserved: 'microsoft', keyLength: 512, valueLength: 256, count: 40 };

/** The pairs of azure_tags. Throws `invalid` for keys that Azure does not accept or reserves. */
export function tagsOf({ azure_tags: text = '' }: CloudFields, prefix = 'grid'): Record<string, string> {
  const field = `${prefix}[azure_tags]`;
  const pairs = readTagPairs(text, field, tagLimits);
  const broken = pairs.find(([key]) => /[<>%&\\?/]/.test(key));
  if (broken)
    throw invalidField(field, `${field}: a key must not contain any of < > % & \\ ? / ("${broken[0]}").`);
  return Object.fromEntries(pairs);
}

/** The maximum price in US dollars per hour; undefined: on demand. */
export function spotPriceOf({ azure_spot_price: cents }: CloudFields): number | undefined {
  return cents === undefined ? undefined : Number(dollarsOfCents(cents));
}

const subnetPattern =
  /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Network\/virtualNetworks\/[^/]+\/subnets\/[^/]+$/i;

/** Id of the subnet of the machines, which then have no public address; undefined: a network of the grid. */
export function subnetOf({ azure_subnet_id: subnet }: CloudFields, prefix = 'grid'): string | undefined {
  if (subnet === undefined || subnetPattern.test(subnet)) return subnet;
  const field = `${prefix}[azure_subnet_id]`;
  throw invalidField(
    field,
    `${field} must be the id of a subnet: /subscriptions/…/resourceGroups/…/providers/Microsoft.Network/virtualNetworks/…/subnets/….`,
  );
}
