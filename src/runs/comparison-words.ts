import type { SampleKind } from '../domain/sample-kind.ts';
import { threeDigits, whole } from '../lib/figures.ts';
import { type Difference, isResponseTime } from '../metrics/compare.ts';
import type { LabelComparison, RunComparison } from './comparison.ts';

const names: Record<Difference['metric'], string> = {
  p50: 'The median',
  p95: 'The 95th percentile',
  p99: 'The 99th percentile',
  mean: 'The mean',
  error_rate: 'The error rate',
  throughput: 'Throughput',
};

/** Verdict of a comparison as text. Response times are of `kind` samples. */
export function comparisonSentence(comparison: RunComparison, kind: SampleKind): string {
  return `${verdictText(comparison, kind)}${leftOutText(comparison)}`;
}

/** One difference as a sentence. Response times are of `kind` samples. */
export function differenceText({ metric, change, low, high, verdict }: Difference, kind: SampleKind): string {
  const name = nameOf(metric, kind);
  if (verdict === 'too_few_samples' || change === null || low === null || high === null)
    return `${name} cannot be compared: too few samples, or the run is too short.`;
  const unit = metric === 'error_rate' ? ' points' : ' %';
  if (verdict === 'no_clear_difference')
    return `${name} shows no clear difference (${signed(low)} to ${signed(high)}${unit}).`;
  const amount = threeDigits(Math.abs(change));
  return `${name} is ${amount}${unit} ${change > 0 ? 'higher' : 'lower'} (${signed(low)} to ${signed(high)}${unit}).`;
}

/** Source of the noise estimate. */
export function basisText(basis: RunComparison['basis']): string {
  if (basis.kind === 'repeats' && basis.isEnough)
    return `Noise estimated from ${basis.repeats} other runs of the same plan.`;
  if (basis.kind === 'repeats')
    return `Noise estimated from blocks within each run and from ${basis.repeats === 1 ? 'one other run' : `${basis.repeats} other runs`} of the same plan. More repeats give a more precise result.`;
  return `Noise estimated from blocks of ${basis.blockS} s within each run. Repeat the plan a few times for a more precise result.`;
}

function verdictText({ verdict, total, labels }: RunComparison, kind: SampleKind): string {
  const count = (which: LabelComparison['verdict']) => labels.filter((each) => each.verdict === which).length;
  const clear = total.differences
    .filter((each) => each.verdict === 'worse' || each.verdict === 'better')
    .map((each) => differenceText(each, kind))
    .join(' ');
  switch (verdict) {
    case 'no_clear_difference':
      return 'No clear difference.';
    case 'too_few_samples':
      return 'Too few samples, or runs too short, to separate differences from noise.';
    case 'worse':
      return `Worse. ${clear || `${some(count('worse'))} got worse, but not the total.`}`;
    case 'better':
      return `Better. ${clear || `${some(count('better'))} got better, but not the total.`}`;
    case 'mixed':
      return `Mixed: ${some(count('worse') + count('mixed'))} worse, ${some(count('better'))} better. ${clear}`.trim();
  }
}

function leftOutText({ labelsLeftOut }: RunComparison): string {
  if (labelsLeftOut === 0) return '';
  return ` ${labelsLeftOut === 1 ? '1 less frequent label is' : `${whole(labelsLeftOut)} less frequent labels are`} omitted.`;
}

function some(labels: number): string {
  return labels === 1 ? '1 label' : `${labels} labels`;
}

/** Response times without a qualifier are of passed samples. */
function nameOf(metric: Difference['metric'], kind: SampleKind): string {
  return kind === 'passed' || !isResponseTime(metric) ? names[metric] : `${names[metric]} of ${kind} samples`;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${threeDigits(Math.abs(value))}`;
}
