import Type, { type Static } from 'typebox';
import { amountSchema as amount, closed, linkSchema, nullable } from './common.ts';

export const budgetSchema = closed({
  _links: closed({ self: linkSchema }),
  monthly: nullable(amount('US dollars; null without a budget')),
  end_grids: Type.Boolean({ description: 'Whether grids are stopped when the budget is spent' }),
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'Calendar month, UTC' }),
  spent: amount('Grids that stopped in this month, and running ones so far'),
  expected: amount('As spent, with running grids until their stop_after'),
  left: nullable(amount('What new grids may cost')),
});

export type BudgetResource = Static<typeof budgetSchema>;
