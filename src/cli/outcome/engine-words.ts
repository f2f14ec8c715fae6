import type { RunResource } from '../../contract/resources/run.ts';
import type { RunViewResource } from '../../contract/resources/view.ts';
import { durationOfMs } from '../../lib/figures.ts';

/** The engine of a JMeter plan, with the first reason against Spate's own. Empty for other tools. */
export function engineSentence({
  engine,
  engine_reasons: reasons,
}: Pick<RunResource, 'engine' | 'engine_reasons'>): string {
  if (engine === null) return '';
  if (engine === 'spate') {
    const count = reasons.length === 1 ? '1 script' : `${reasons.length} scripts`;
    return `Engine: Spate's own${reasons.length === 0 ? '' : `, with ${count} in a JVM`}.`;
  }
  const [first, ...others] = reasons;
  if (first === undefined) return 'Engine: Apache JMeter.';
  const more = others.length === 0 ? '' : ` (and ${others.length} more; spate verify lists them)`;
  return `Engine: Apache JMeter, because of ${first.place}: ${first.reason}${more}`;
}

/** Schedule lag and utilization of the load generator. */
export function generatorSentence(generator: NonNullable<RunViewResource['generator']>): string {
  const { lag_p99_ms: p99, lag_max_ms: worst, busy_share: busy, includes_start: isStartIn } = generator;
  const which = isStartIn ? ' (including engine start)' : '';
  return `Schedule lag: p99 ${durationOfMs(p99)}, max ${durationOfMs(worst)}${which}. Generator utilization: ${Math.floor(busy * 100)} %.`;
}
