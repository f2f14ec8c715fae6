import { totalOf } from './figures.ts';
import type { Rollup } from './rollup.ts';

/** The roll-up with all labels merged under the empty name. */
export function totalRollup(rollup: Rollup): Rollup {
  return {
    ...rollup,
    labels: new Map([['', totalOf(rollup)]]),
    peak: { total: rollup.peak.total, labels: new Map([['', rollup.peak.total]]) },
  };
}
