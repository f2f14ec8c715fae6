import type { LabelStats } from './label-stats.ts';

/**
 * (satisfied + tolerating / 2) / all. Satisfied: passed within the threshold; tolerating: within four times the
 * threshold; failed samples are frustrated. Null without samples.
 */
export function apdexOf(stats: LabelStats, thresholdMs: number): number | null {
  if (stats.count === 0) return null;
  const satisfied = stats.passedHistogram.countUpTo(thresholdMs * 1000);
  const tolerating = stats.passedHistogram.countUpTo(4 * thresholdMs * 1000) - satisfied;
  return (satisfied + tolerating / 2) / stats.count;
}

/** `0.83 [4000]`: one or two decimals, and the threshold. */
export function formatApdex(score: number, thresholdMs: number): string {
  const rounded = Math.round(score * 100) / 100;
  const text = Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
  return `${text} [${thresholdMs}]`;
}
