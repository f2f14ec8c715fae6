import { readFile } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import { type PriceOf, type PriceRow, parsePrices, pricesOf } from '../../domain/prices.ts';
import { parseMoney } from '../../lib/money.ts';
import shipped from './shipped-prices.json' with { type: 'json' };

export interface Prices {
  priceOf: PriceOf;
  /** The operator's rows, then the shipped ones. */
  rows: PriceRow[];
}

/** Prices of the operator's table at `path`, if there is one, followed by the shipped ones. */
export async function loadPrices(path: string | null): Promise<Prices> {
  const own = path === null ? [] : await readTable(path);
  const listed = shippedPrices();
  return { priceOf: pricesOf([own, listed]), rows: [...own, ...listed] };
}

function shippedPrices(): PriceRow[] {
  const listed: Record<string, Record<string, Record<string, string>>> = shipped.prices;
  return Object.entries(listed).flatMap(([provider, regions]) =>
    Object.entries(regions).flatMap(([region, types]) =>
      Object.entries(types).map(([instanceType, price]) => {
        const pricePerHour = parseMoney(price);
        if (pricePerHour === undefined) throw new Error(`shipped-prices.json has the price ${price}.`);
        return { provider, region, instanceType, pricePerHour };
      }),
    ),
  );
}

async function readTable(path: string): Promise<PriceRow[]> {
  try {
    return parsePrices(await readFile(path, 'utf8'));
  } catch (error) {
    throw new AppError('invalid', `SPATE_PRICES: ${path}: ${(error as Error).message}.`);
  }
}
