import Type from 'typebox';
import { maxThresholdLength, maxThresholds } from '../../domain/threshold.ts';
import { timesSchema } from './times.ts';

/** `fail_if[]`, on a new run and wherever thresholds are tried on a past one. */
export const failIfSchema = Type.Array(Type.String({ maxLength: maxThresholdLength }), {
  maxItems: maxThresholds,
  description:
    'Conditions under which the run has failed, such as `p95 > 800ms`, `errors > 1%`, `label("Checkout").p99 > 2s`. Response times are those of passed samples; `p95(failed)` and `p95(all)` are of others',
  'x-whole-items': true,
  'x-expects': `a list of at most ${maxThresholds} thresholds such as p95 > 800ms`,
});

export const reportQuerySchema = Type.Object({ fail_if: Type.Optional(failIfSchema), times: timesSchema });
