import type { BudgetResource } from '../../contract/resources/budget.ts';
import type { Budget, MonthlyCost } from '../../domain/budget.ts';
import { moneyText } from '../../lib/money.ts';
import { link } from './links.ts';

export function budgetResource(budget: Budget | undefined, cost: MonthlyCost): BudgetResource {
  return {
    _links: { self: link('/budget') },
    monthly: budget ? moneyText(budget.monthly) : null,
    end_grids: budget?.endsGrids ?? false,
    month: cost.month,
    spent: moneyText(cost.spent),
    expected: moneyText(cost.expected),
    left: budget ? moneyText(Math.max(0, budget.monthly - cost.expected)) : null,
  };
}
