import type { ComparisonResource } from '../../contract/resources/comparison.ts';
import { CliError } from '../cli-error.ts';

type Judged = Pick<ComparisonResource['comparisons'][number], 'run' | 'verdict'>;

/** The exit code of a gate: 2 when a run is worse. What could not be judged is no pass. */
export function judgeComparison({ comparisons }: { comparisons: readonly Judged[] }): 0 | 2 {
  if (comparisons.some(({ verdict }) => verdict === 'worse' || verdict === 'mixed')) return 2;
  const unjudged = comparisons.filter(({ verdict }) => verdict === 'too_few_samples');
  if (unjudged.length === 0) return 0;
  const ids = unjudged.map(({ run }) => run.slice(0, 8)).join(', ');
  throw new CliError(
    `Whether ${ids} is worse than the baseline cannot be told: there are too few samples, or the runs are too short.`,
    'Let each run go on for 75 seconds or more, with 100 samples or more.',
  );
}
