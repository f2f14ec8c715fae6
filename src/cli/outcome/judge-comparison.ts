import type { ComparisonResource } from '../../contract/resources/comparison.ts';
import { CliError } from '../cli-error.ts';

type Judged = Pick<ComparisonResource['comparisons'][number], 'run' | 'verdict'>;

/** Exit code of --fail-if-worse: 2 if a run is worse. Throws if a run could not be judged. */
export function judgeComparison({ comparisons }: { comparisons: readonly Judged[] }): 0 | 2 {
  if (comparisons.some(({ verdict }) => verdict === 'worse' || verdict === 'mixed')) return 2;
  const unjudged = comparisons.filter(({ verdict }) => verdict === 'too_few_samples');
  if (unjudged.length === 0) return 0;
  const ids = unjudged.map(({ run }) => run.slice(0, 8)).join(', ');
  throw new CliError(
    `Cannot compare ${ids} with the baseline: there are too few samples, or the runs are too short.`,
    'Each run needs at least 75 seconds and 100 samples.',
  );
}
