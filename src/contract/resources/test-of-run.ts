import Type from 'typebox';
import { closed, nullable } from './common.ts';

export const testOfRunSchema = closed(
  {
    uuid: Type.String(),
    name: Type.String(),
    plan_version: nullable(Type.Integer({ description: 'Number of the plan content, from 1' })),
  },
  { description: 'Test whose history the run belongs to' },
);

export const comparisonVerdictSchema = Type.Enum([
  'better',
  'worse',
  'mixed',
  'no_clear_difference',
  'too_few_samples',
]);

export const runBaselineSchema = closed(
  {
    run: Type.String({ description: 'uuid of the baseline' }),
    verdict: comparisonVerdictSchema,
    sentence: Type.String(),
    basis_text: Type.String({ description: 'Source of the noise estimate' }),
  },
  { description: 'Comparison with the baseline of the test; null without a baseline or before the end' },
);
