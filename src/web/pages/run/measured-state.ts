import type { RunViewResource } from '../../../contract/resources/view.ts';

/**
 * Whether there are samples to show: 'not-yet' for an unfinished run without samples, 'not-here' for a selected range
 * without samples, 'none' for a finished run without samples.
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
