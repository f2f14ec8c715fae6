import Type from 'typebox';
import { closed, nullable, timestampSchema } from './common.ts';

export const passedSchema = nullable(
  Type.Boolean({
    description:
      'False if a threshold of run[fail_if][] is not met or an abort rule ended the run; null without thresholds or before evaluation',
  }),
);

export const thresholdSchema = closed({
  expression: Type.String({ description: 'Condition that fails the run, as given' }),
  requirement: Type.String({ description: 'Requirement, such as `p95 ≤ 2 s`' }),
  passed: nullable(
    Type.Boolean({ description: 'False if the requirement is not met; null if not evaluated' }),
  ),
  actual: nullable(
    Type.Number({
      description:
        'Measured value: ms, percent, requests per second, a count, bytes or a score; null without samples',
    }),
  ),
  text: Type.String({ description: 'Requirement and measured value: `p95 ≤ 2 s (720 ms)`' }),
});

export const abortSchema = closed(
  {
    rule: Type.String({ description: 'Rule of run[abort_if][], as given' }),
    at: timestampSchema,
    text: Type.String({
      description: 'Rule and last value: `errors > 50% for 30s (100 % in the last second)`',
    }),
  },
  { description: 'Abort rule that ended the run; null for other runs' },
);
