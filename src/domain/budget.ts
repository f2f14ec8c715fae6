import { type Money, showMoney } from '../lib/money.ts';
import { AppError } from './errors.ts';

/** Monthly budget of an account. */
export interface Budget {
  monthly: Money;
  /** Whether grids are stopped when the budget is spent; otherwise only new ones are rejected. */
  endsGrids: boolean;
}

/** Costs of an account in the current calendar month, UTC. */
export interface MonthlyCost {
  /** Such as `2026-11`. */
  month: string;
  /** Grids that stopped in this month, and running ones so far. */
  spent: Money;
  /** `spent`, with running grids until their stop_after. */
  expected: Money;
}

/** Throws over_budget for a new grid that does not fit, or whose price is unknown. */
export function checkBudget({ monthly }: Budget, { expected }: MonthlyCost, cost: Money | null): void {
  if (cost !== null && (cost === 0 || expected + cost <= monthly)) return;
  const grid =
    cost === null
      ? 'The price of the grid is unknown, so it cannot be counted against the budget. Add the price to the table of SPATE_PRICES.'
      : `The grid is estimated to cost ${showMoney(cost)}; ${showMoney(Math.max(0, monthly - expected))} of the budget are left, including running grids until they stop.`;
  const message = `The monthly budget of the account is ${showMoney(monthly)}. ${grid}`;
  throw new AppError('over_budget', message, [{ code: 'over_budget', message }]);
}
