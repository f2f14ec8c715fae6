import type { ComparisonResource } from '../../contract/resources/comparison.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { CliError } from '../cli-error.ts';

type Judged = Pick<ComparisonResource['comparisons'][number], 'run' | 'verdict'>;

const isWorse = ({ verdict }: Pick<Judged, 'verdict'>) => verdict === 'worse' || verdict === 'mixed';

/** Exit code of --fail-if-worse: 2 if a run is worse. Throws if a run could not be judged. */
export function judgeComparison({ comparisons }: { comparisons: readonly Judged[] }): 0 | 2 {
  if (comparisons.some(isWorse)) return 2;
  const unjudged = comparisons.filter(({ verdict }) => verdict === 'too_few_samples');
  if (unjudged.length === 0) return 0;
  const ids = unjudged.map(({ run }) => run.slice(0, 8)).join(', ');
  throw new CliError(`Cannot compare ${ids} with the baseline: ${tooFew}.`, `${minimum}.`);
}

const tooFew = 'there are too few samples, or the runs are too short';
const minimum = 'Each run needs at least 75 seconds and 100 samples';

/** Why --fail-if-worse fails a run that passed otherwise. */
export interface BaselineFailure {
  exitCode: 1 | 2;
  sentence: string;
}

/** Judges a finished run by the baseline of its test. Null if it is not worse. */
export function judgeBaseline({
  baseline,
  test,
}: Pick<RunResource, 'baseline' | 'test'>): BaselineFailure | null {
  if (baseline === null) {
    const pin = `spate tests baseline ${test?.uuid.slice(0, 8) ?? '<test>'} <run>`;
    return { exitCode: 1, sentence: `There is no baseline to compare the run with. Set one: ${pin}` };
  }
  if (isWorse(baseline)) return { exitCode: 2, sentence: `Compared with the baseline: ${baseline.sentence}` };
  if (baseline.verdict !== 'too_few_samples') return null;
  return { exitCode: 1, sentence: `Cannot compare the run with the baseline: ${tooFew}. ${minimum}.` };
}
