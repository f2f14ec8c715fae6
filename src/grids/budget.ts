import { checkBudget } from '../domain/budget.ts';
import type { Grid } from '../domain/grid.ts';
import { type Money, showMoney } from '../lib/money.ts';
import { findBudget, monthlyCost } from '../store/budgets.ts';
import type { Queryable } from '../store/database.ts';
import { lockAccount } from '../store/users.ts';

/**
 * Throws over_budget if a new grid of this cost does not fit. Locks the account, so that two grids never use the same
 * remainder.
 */
export async function requireBudget(tx: Queryable, accountId: number, cost: Money | null): Promise<void> {
  if (cost === 0 || (await findBudget(tx, accountId)) === undefined) return;
  await lockAccount(tx, accountId);
  const budget = await findBudget(tx, accountId);
  if (budget) checkBudget(budget, await monthlyCost(tx, accountId), cost);
}

/** Why the budget stops this grid, to complete "Grid <name> …"; undefined if it does not. */
export async function stoppedByBudget(
  db: Queryable,
  { accountId, pricePerHour }: Grid,
): Promise<string | undefined> {
  if (pricePerHour === null || pricePerHour === 0) return undefined;
  const budget = await findBudget(db, accountId);
  if (!budget?.endsGrids || (await monthlyCost(db, accountId)).spent < budget.monthly) return undefined;
  return `was stopped by the monthly budget of ${showMoney(budget.monthly)}`;
}
