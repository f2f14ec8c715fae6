import Type from 'typebox';
import { moneyFieldSchema } from './new-run.ts';

export const budgetFieldsSchema = Type.Object({
  monthly: moneyFieldSchema,
  end_grids: Type.Optional(
    Type.Boolean({ description: 'Stop grids when the budget is spent. Default: unchanged, at first false' }),
  ),
});
