import { type Money, parseMoney } from '../lib/money.ts';
import { azureRegionOf } from './azure-regions.ts';
import type { CloudFields } from './grid.ts';

/** Price of one node; region and instance type may be `*` for all. */
export interface PriceRow {
  provider: string;
  region: string;
  instanceType: string;
  /** Of one node. */
  pricePerHour: Money;
}

const priceColumns = ['provider', 'region', 'instance_type', 'price_per_hour'] as const;

/** What a price depends on. The spot price of `cloud` limits it, in decimal cents. */
export interface PricedGrid {
  provider: string;
  region: string;
  instanceType: string;
  cloud: Pick<CloudFields, 'aws_spot_price' | 'azure_spot_price'>;
}

/** Price of one node-hour. Null: unknown. */
export type PriceOf = (grid: PricedGrid) => Money | null;

/** Looks a price up in each table in turn; within a table, the row that names most of region and instance type applies. */
export function pricesOf(tables: readonly (readonly PriceRow[])[]): PriceOf {
  return (grid) => {
    const listed = tables.map((rows) => priceIn(rows, grid)).find((price) => price !== undefined) ?? null;
    const limit = spotLimit(grid);
    if (limit === undefined) return listed;
    return listed === null ? limit : Math.min(listed, limit);
  };
}

function priceIn(
  rows: readonly PriceRow[],
  { provider, region, instanceType }: PricedGrid,
): Money | undefined {
  const fits = (pattern: string, ...values: string[]) => pattern === '*' || values.includes(pattern);
  const regions = provider === 'azure' ? [region, azureRegionOf(region)] : [region];
  let best: PriceRow | undefined;
  for (const row of rows) {
    if (row.provider !== provider || !fits(row.region, ...regions) || !fits(row.instanceType, instanceType))
      continue;
    if (best === undefined || rankOf(row) > rankOf(best)) best = row;
  }
  return best?.pricePerHour;
}

function rankOf({ region, instanceType }: PriceRow): number {
  return (instanceType === '*' ? 0 : 2) + (region === '*' ? 0 : 1);
}

/** Rounded up to 1/10,000 dollar, which is 1/100 cent. */
function spotLimit({ provider, cloud }: PricedGrid): Money | undefined {
  const cents = provider === 'azure' ? cloud.azure_spot_price : cloud.aws_spot_price;
  if (cents === undefined) return undefined;
  const [whole = '', decimals = ''] = cents.trim().split('.');
  const units = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  return /[1-9]/.test(decimals.slice(2)) ? units + 1 : units;
}

/** Reads a CSV table with the header of `priceColumns`. Throws an Error that names the line. */
export function parsePrices(text: string): PriceRow[] {
  const lines = text.split(/\r?\n/);
  const header = priceColumns.join(',');
  if (lines[0]?.trim().replace(/^\ufeff/, '') !== header) throw new Error(`line 1 must be: ${header}`);
  return lines.slice(1).flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const fields = line.split(',').map((field) => field.trim());
    const [provider = '', region = '', instanceType = '', price = ''] = fields;
    const pricePerHour = parseMoney(price);
    if (fields.length !== priceColumns.length || fields.includes('') || pricePerHour === undefined)
      throw new Error(
        `line ${index + 2} must have ${header}, with * for all regions or instance types and a price in dollars such as 0.096, not: ${line}`,
      );
    return [{ provider, region, instanceType, pricePerHour }];
  });
}
