import Type from 'typebox';
import { maxThresholdLength, maxThresholds } from '../../domain/threshold.ts';
import { timesSchema } from './times.ts';

/** `fail_if[]` of new runs and of reports. */
export const failIfSchema = Type.Array(Type.String({ maxLength: maxThresholdLength }), {
  maxItems: maxThresholds,
  description:
    'Thresholds: the run fails if a condition holds, such as `p95 > 800ms`, `errors > 1%`, `label("Checkout").p99 > 2s`. Response times cover passed samples; use `p95(failed)` or `p95(all)` for others',
  'x-whole-items': true,
  'x-expects': `a list of at most ${maxThresholds} thresholds such as p95 > 800ms`,
});

export const reportQuerySchema = Type.Object({ fail_if: Type.Optional(failIfSchema), times: timesSchema });
