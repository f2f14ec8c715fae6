import type { Client } from '../../contract/client.ts';
import type { NewRunInput } from '../../contract/inputs.ts';
import { parseMoney, showMoney } from '../../lib/money.ts';
import { CliError } from '../cli-error.ts';

/** Prints the estimated cost before the upload. Throws CliError if it is above --max-cost. The service checks it too. */
export async function noteEstimate(
  client: Client,
  { grids = [], duration, max_cost: limit }: NewRunInput,
  note: (text: string) => void,
): Promise<void> {
  if (limit === undefined && !grids.some((grid) => 'region' in grid)) return;
  const { cost, price_per_hour: price, assumptions } = await client.runs.estimate({ grids, duration });
  if (cost === null || price === null) {
    const unknown = `The cost of the run is unknown. ${assumptions.join(' ')}`;
    if (limit !== undefined)
      throw new CliError(unknown, 'Add the price to the table of SPATE_PRICES, or omit --max-cost.');
    note(`Note: ${unknown}`);
    return;
  }
  const estimate = `Estimated cost: ${shown(cost)}, ${shown(price)} per hour. ${assumptions.join(' ')}`;
  if (limit !== undefined && amount(cost) > amount(limit))
    throw new CliError(
      `The estimated cost of ${shown(cost)} is above --max-cost ${shown(limit)}.`,
      `${assumptions.join(' ')} Use fewer nodes, a shorter --stop-after or a higher limit.`,
    );
  if (amount(cost) > 0 || limit !== undefined) note(estimate);
}

function amount(text: string): number {
  return parseMoney(text) ?? 0;
}

function shown(text: string): string {
  return showMoney(amount(text));
}
