import type { RunViewResource } from '../../../contract/resources/view.ts';

/**
 * Whether there is something to show: samples; none yet, because the run is young; none in the selected range, whatever
 * the rest of the run has; or none at all, for good.
 */
export type MeasuredState = 'some' | 'not-yet' | 'not-here' | 'none';

export function measuredState({
  status,
  range,
  total,
}: {
  status: RunViewResource['status'];
  range: Pick<RunViewResource['range'], 'is_whole'>;
  total: Pick<RunViewResource['total'], 'passed' | 'failed'>;
}): MeasuredState {
  if (total.passed + total.failed > 0) return 'some';
  if (status === 'queued') return 'not-yet';
  if (!range.is_whole) return 'not-here';
  return status === 'finished' ? 'none' : 'not-yet';
}
