import { totalOf } from './figures.ts';
import type { Rollup } from './rollup.ts';

/** All labels together under the empty name, everything else as it is. */
export function totalRollup(rollup: Rollup): Rollup {
  return {
    ...rollup,
    labels: new Map([['', totalOf(rollup)]]),
    peak: { total: rollup.peak.total, labels: new Map([['', rollup.peak.total]]) },
  };
}
