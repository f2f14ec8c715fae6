import { budgetSchema } from '../../contract/resources/budget.ts';
import { parseMoney } from '../../lib/money.ts';
import type { Exchange } from '../exchange.ts';
import { budgetResource } from '../hal/budget.ts';
import { type Answer, noContent, ok, type Route } from '../route.ts';
import { budgetFieldsSchema } from '../schemas/budget.ts';

export const budgetRoutes: Route[] = [
  {
    method: 'GET',
    path: '/budget',
    summary: 'Get the monthly budget and the costs of this month',
    changesState: false,
    success: { status: 200, schema: budgetSchema },
    handle: show,
  },
  {
    method: 'PATCH',
    path: '/budget',
    summary: 'Set the monthly budget: grids that do not fit are rejected',
    changesState: true,
    body: { root: 'budget', fields: budgetFieldsSchema },
    success: { status: 200, schema: budgetSchema },
    handle: async (exchange) => {
      const { monthly = '', end_grids: endsGrids } = await exchange.fields('budget', budgetFieldsSchema);
      await exchange.deps.grids.setBudget(exchange.actor, {
        monthly: parseMoney(monthly) ?? 0,
        ...(endsGrids === undefined ? {} : { endsGrids }),
      });
      return show(exchange);
    },
  },
  {
    method: 'DELETE',
    path: '/budget',
    summary: 'Remove the monthly budget',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.grids.setBudget(exchange.actor, undefined);
      return noContent;
    },
  },
];

async function show(exchange: Exchange): Promise<Answer> {
  const { budget, cost } = await exchange.deps.grids.budget(exchange.actor);
  return ok(budgetResource(budget, cost));
}
