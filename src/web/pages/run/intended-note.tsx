import type { FiguresResource } from '../../../contract/resources/report.ts';
import { count, time } from '../../format/figures.ts';

/** Response times of all labels from the intended start, next to the measured ones; nothing if no sample has one. */
export function IntendedNote({ total }: { total: FiguresResource }) {
  const intended = total.from_intended_start;
  if (intended === null) return null;
  return (
    <p class="soft">
      Intended: response times from the start by the schedule of the plan, which include delays of the load
      generator ({count(intended.scheduled, 'sample')}). All labels: {figuresText(intended)}; measured{' '}
      {figuresText(total)}.
    </p>
  );
}

function figuresText({ percentiles, max }: Pick<FiguresResource, 'percentiles' | 'max'>): string {
  return `p50 ${time(percentiles['50'])}, p95 ${time(percentiles['95'])}, p99 ${time(percentiles['99'])}, max ${time(max)}`;
}
