import Type from 'typebox';
import { maxAbortRules } from '../../domain/abort-rule.ts';
import { maxExpressionLength } from '../../domain/expression-reader.ts';
import { maxThresholds } from '../../domain/threshold.ts';
import { timesSchema } from './times.ts';

/** `fail_if[]` of new runs and of reports. */
export const failIfSchema = Type.Array(Type.String({ maxLength: maxExpressionLength }), {
  maxItems: maxThresholds,
  description:
    'Thresholds: the run fails if a condition holds, such as `p95 > 800ms`, `errors > 1%`, `label("Checkout").p99 > 2s`. Response times cover passed samples; use `p95(failed)` or `p95(all)` for others',
  'x-whole-items': true,
  'x-expects': `a list of at most ${maxThresholds} thresholds such as p95 > 800ms`,
});

/** `abort_if[]` of new runs. */
export const abortIfSchema = Type.Array(Type.String({ maxLength: maxExpressionLength }), {
  maxItems: maxAbortRules,
  description:
    'Abort rules: the run is stopped and fails once a condition has held in each second for a time, such as `errors > 50% for 30s`. The conditions are those of `fail_if`',
  'x-whole-items': true,
  'x-expects': `a list of at most ${maxAbortRules} abort rules such as errors > 50% for 30s`,
});

export const reportQuerySchema = Type.Object({ fail_if: Type.Optional(failIfSchema), times: timesSchema });
