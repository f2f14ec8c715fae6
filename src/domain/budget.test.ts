import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBudget } from './budget.ts';

const budget = { monthly: 100_000, endsGrids: false };
const month = { month: '2026-11', spent: 10_000, expected: 90_000 };

test('a new grid fits in what is left after running grids', () => {
  checkBudget(budget, month, 10_000);
  assert.throws(() => checkBudget(budget, month, 10_001), {
    code: 'over_budget',
    message:
      'The monthly budget of the account is $10.00. The grid is estimated to cost $1.0001; $1.00 of the budget are left, including running grids until they stop.',
  });
});

test('a grid that costs nothing always fits, one without a price never', () => {
  checkBudget(budget, { ...month, expected: 200_000 }, 0);
  assert.throws(() => checkBudget(budget, month, null), /price of the grid is unknown/);
});
