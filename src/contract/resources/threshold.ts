import Type from 'typebox';
import { closed, nullable } from './common.ts';

export const passedSchema = nullable(
  Type.Boolean({
    description: 'False when a threshold of run[fail_if][] failed; null without thresholds or judgement',
  }),
);

export const thresholdSchema = closed({
  expression: Type.String({ description: 'When the run fails, as written' }),
  requirement: Type.String({ description: 'What must hold, such as `p95 ≤ 2 s`' }),
  passed: nullable(Type.Boolean({ description: 'False when the condition holds; null when not judged' })),
  actual: nullable(
    Type.Number({
      description: 'ms, percent, requests a second, a count, bytes or a score; null without samples',
    }),
  ),
  text: Type.String({ description: 'What must hold and what was found: `p95 ≤ 2 s (720 ms)`' }),
});
