import Type, { type Static } from 'typebox';
import { closed, moneySchema, nullable } from './common.ts';

/** Amounts are null if a price is unknown. */
export const estimateSchema = closed({
  price_per_hour: nullable(moneySchema),
  cost: nullable(moneySchema),
  assumptions: Type.Array(Type.String(), {
    description: 'Nodes, time and price of each grid, one sentence each',
  }),
});

export type EstimateResource = Static<typeof estimateSchema>;
