import type { Budget, MonthlyCost } from '../domain/budget.ts';
import { costOf, usageOfNodes } from '../domain/cost.ts';
import type { Money } from '../lib/money.ts';
import type { Queryable } from './database.ts';
import { pricedGrids } from './grids.ts';
import { nodesOfGrids } from './nodes.ts';
import { databaseNowMs } from './now.ts';

export async function findBudget(db: Queryable, accountId: number): Promise<Budget | undefined> {
  const [row] = await db.query<{ monthly: Money | null; endsGrids: boolean }>(
    `select monthly_budget as monthly, budget_ends_grids as "endsGrids" from accounts where id = $1`,
    [accountId],
  );
  return row && row.monthly !== null ? { ...row, monthly: row.monthly } : undefined;
}

export async function setBudget(db: Queryable, accountId: number, budget: Budget | undefined): Promise<void> {
  await db.query(`update accounts set monthly_budget = $2, budget_ends_grids = $3 where id = $1`, [
    accountId,
    budget?.monthly ?? null,
    budget?.endsGrids ?? false,
  ]);
}

/** A grid counts in the month in which it stops. */
export async function monthlyCost(db: Queryable, accountId: number): Promise<MonthlyCost> {
  const nowMs = await databaseNowMs(db);
  const [ledger] = await db.query<{ cost: Money }>(
    `select coalesce(sum(cost), 0)::bigint as cost from usage_ledger
     where account_id = $1 and to_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`,
    [accountId],
  );
  const grids = await pricedGrids(db, accountId);
  const nodes = await nodesOfGrids(
    db,
    grids.map(({ id }) => id),
  );
  let spent = ledger?.cost ?? 0;
  let expected = spent;
  for (const { id, pricePerHour, stoppedAt, instanceQuantity, stopAfterMin } of grids) {
    const untilMs = stoppedAt?.getTime() ?? nowMs;
    const cost = usageOfNodes(nodes.get(id) ?? [], pricePerHour, untilMs).cost ?? 0;
    const estimate = costOf(instanceQuantity * stopAfterMin, pricePerHour ?? 0);
    spent += cost;
    expected += stoppedAt === null ? Math.max(cost, estimate) : cost;
  }
  return { month: new Date(nowMs).toISOString().slice(0, 7), spent, expected };
}
