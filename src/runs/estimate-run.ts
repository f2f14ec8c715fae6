import { type Estimate, type EstimatedGrid, estimateCost } from '../domain/cost.ts';
import { AppError } from '../domain/errors.ts';
import { placesText } from '../domain/grid-place.ts';
import { shortGridName } from '../grids/grid-name.ts';
import type { Prices } from '../grids/prices/load-prices.ts';
import { type Money, showMoney } from '../lib/money.ts';
import type { SettledChoice } from './check-machines.ts';

/**
 * Cost of a run. New grids are charged until their stop_after, because they outlast the run; existing ones for the
 * duration of the run, or without one until they stop.
 */
export function estimateRun(
  prices: Prices,
  choices: readonly SettledChoice[],
  durationS: number | null,
  nowMs: number,
): Estimate {
  return estimateCost(
    choices.map((choice): EstimatedGrid => {
      if (choice.kind === 'new') {
        const { spec, placement } = choice;
        return {
          name: `${spec.region}, ${placesText([{ ...spec, ...placement }])}`,
          nodes: spec.instanceQuantity,
          minutesPerNode: spec.stopAfterMin,
          pricePerHour: prices.priceOf({ ...spec, ...placement }),
          until: 'stop_after',
        };
      }
      const { name, instanceQuantity, pricePerHour, endsAt } = choice.grid;
      const leftMs = Math.max(0, (endsAt?.getTime() ?? nowMs) - nowMs);
      return {
        name: `Grid ${shortGridName(name)}`,
        nodes: instanceQuantity,
        minutesPerNode: Math.ceil(durationS ? durationS / 60 : leftMs / 60_000),
        pricePerHour,
        until: durationS ? 'duration' : 'until the grid stops',
      };
    }),
  );
}

/** Rejects a run that may cost more than `maxCost`, or whose cost is unknown. */
export function checkMaxCost({ cost, assumptions }: Estimate, maxCost: Money | null): void {
  if (maxCost === null || (cost !== null && cost <= maxCost)) return;
  const field = 'run[max_cost]';
  const estimate =
    cost === null ? 'The cost of the run is unknown' : `The estimated cost is ${showMoney(cost)}`;
  const message = `${estimate}; ${field} is ${showMoney(maxCost)}. ${assumptions.join(' ')}`;
  throw new AppError('over_budget', message, [{ code: 'over_budget', message, field }]);
}
