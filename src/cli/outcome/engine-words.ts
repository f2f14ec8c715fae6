import type { RunResource } from '../../contract/resources/run.ts';
import type { RunViewResource } from '../../contract/resources/view.ts';
import { durationOfMs } from '../../lib/figures.ts';

/** Which engine runs a JMeter plan, and the first reason why it is not ours. */
export function engineSentence({
  engine,
  engine_reasons: reasons,
}: Pick<RunResource, 'engine' | 'engine_reasons'>): string {
  if (engine === null) return '';
  if (engine === 'spate') return "Spate's own engine runs it.";
  const [first, ...others] = reasons;
  if (first === undefined) return 'Apache JMeter runs it.';
  const more = others.length === 0 ? '' : ` (and ${others.length} more; spate verify lists them)`;
  return `Apache JMeter runs it, because of ${first.place}: ${first.reason}${more}`;
}

/** How well what makes the load kept to its own schedule. */
export function generatorSentence(generator: NonNullable<RunViewResource['generator']>): string {
  const { lag_p99_ms: p99, lag_max_ms: worst, busy_share: busy, includes_start: isStartIn } = generator;
  const which = isStartIn ? " (whole run, with the engine's start)" : '';
  return `Schedule lag p99 ${durationOfMs(p99)}, worst ${durationOfMs(worst)}${which}; generator ${Math.floor(busy * 100)} % busy.`;
}
