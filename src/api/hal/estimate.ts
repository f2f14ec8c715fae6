import type { EstimateResource } from '../../contract/resources/estimate.ts';
import type { Estimate } from '../../domain/cost.ts';
import { moneyOrNull } from './money.ts';

export function estimateResource({ pricePerHour, cost, assumptions }: Estimate): EstimateResource {
  return { price_per_hour: moneyOrNull(pricePerHour), cost: moneyOrNull(cost), assumptions };
}
