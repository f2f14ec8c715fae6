import { type SampleKind, samplesOfKind } from '../domain/sample-kind.ts';
import type { LabelFigures } from './figures.ts';
import type { ResponseTimes } from './response-times.ts';

/** Figures stored by earlier versions: response times of all samples together. */
export type EarlierFigures<F extends Pick<LabelFigures, 'passed' | 'failed'>> = Omit<F, 'times'> &
  ResponseTimes;

/** Figures with response times by sample kind; undefined when the roll-up is needed to split them. */
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

/** Figures that cannot be split: only response times of all samples. */
export function unsplitFigures<F extends Pick<LabelFigures, 'passed' | 'failed' | 'times'>>(
  stored: F | EarlierFigures<F>,
): F {
  if ('times' in stored) return stored as F;
  const { meanMs, standardDeviationMs, minMs, maxMs, percentilesMs, ...rest } = stored as EarlierFigures<F>;
  const times = { meanMs, standardDeviationMs, minMs, maxMs, percentilesMs };
  const hasSamples = rest.passed + rest.failed > 0;
  return { ...rest, times: { passed: null, failed: null, all: hasSamples ? times : null } } as unknown as F;
}

/** The requested kind, or `all` if only that is known. */
export function knownKind(
  { passed, failed, times }: Pick<LabelFigures, 'passed' | 'failed' | 'times'>,
  kind: SampleKind,
): SampleKind {
  const isUnsplit = times[kind] === null && samplesOfKind({ passed, failed }, kind) > 0;
  return isUnsplit && times.all !== null ? 'all' : kind;
}
