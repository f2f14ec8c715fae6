import { type SampleKind, samplesOfKind } from '../domain/sample-kind.ts';
import type { LabelFigures } from './figures.ts';
import type { ResponseTimes } from './response-times.ts';

/** Figures as earlier versions stored them: one set of response times, of passed and failed samples together. */
export type EarlierFigures<F extends Pick<LabelFigures, 'passed' | 'failed'>> = Omit<F, 'times'> &
  ResponseTimes;

/** Figures with the times of each kind of samples; undefined where only the roll-up can tell them apart. */
export function currentFigures<F extends Pick<LabelFigures, 'passed' | 'failed' | 'times'>>(
  stored: F | EarlierFigures<F>,
): F | undefined {
  if ('times' in stored) return stored as F;
  const { passed, failed } = stored as EarlierFigures<F>;
  if (passed > 0 && failed > 0) return undefined;
  const figures = unsplitFigures(stored as EarlierFigures<F>);
  const { all } = figures.times;
  return { ...figures, times: { passed: passed > 0 ? all : null, failed: failed > 0 ? all : null, all } };
}

/** Figures that nothing can tell apart any more: their times are those of all samples. */
export function unsplitFigures<F extends Pick<LabelFigures, 'passed' | 'failed' | 'times'>>(
  stored: F | EarlierFigures<F>,
): F {
  if ('times' in stored) return stored as F;
  const { meanMs, standardDeviationMs, minMs, maxMs, percentilesMs, ...rest } = stored as EarlierFigures<F>;
  const times = { meanMs, standardDeviationMs, minMs, maxMs, percentilesMs };
  const hasSamples = rest.passed + rest.failed > 0;
  return { ...rest, times: { passed: null, failed: null, all: hasSamples ? times : null } } as unknown as F;
}

/** The kind of samples whose times there are: the one that is asked for, unless only those of all are known. */
export function knownKind(
  { passed, failed, times }: Pick<LabelFigures, 'passed' | 'failed' | 'times'>,
  kind: SampleKind,
): SampleKind {
  const isUnsplit = times[kind] === null && samplesOfKind({ passed, failed }, kind) > 0;
  return isUnsplit && times.all !== null ? 'all' : kind;
}
