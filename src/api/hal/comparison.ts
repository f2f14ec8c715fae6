import type { ComparisonResource, DifferenceResource } from '../../contract/resources/comparison.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import { threeDigits, whole } from '../../lib/figures.ts';
import { type Difference, isResponseTime } from '../../metrics/compare.ts';
import type { Comparison, LabelComparison, RunComparison } from '../../runs/comparison.ts';
import { timestampOrNull } from './links.ts';
import { figuresResource } from './report.ts';

export function comparisonResource(
  { runs, comparisons }: Comparison,
  self: string,
  kind: SampleKind = 'passed',
): ComparisonResource {
  return {
    _links: { self: { href: self } },
    times: kind,
    runs: runs.map(({ view: { run, status }, report }) => ({
      uuid: run.id,
      name: run.name,
      project: run.project.name,
      tool: run.toolRequested,
      status,
      started: timestampOrNull(run.startedAt),
      passed: run.passed,
      seconds: report.durationS,
      mean_users: report.meanConcurrency,
      max_users: report.maxConcurrency,
      apdex: report.meanApdex,
      total: figuresResource(report.total, kind),
      labels: report.labels.map((figures) => figuresResource(figures, kind)),
    })),
    comparisons: comparisons.map((comparison) => ({
      run: comparison.runId,
      basis: comparison.basis.kind,
      basis_text: basisText(comparison.basis),
      confidence: comparison.confidence,
      verdict: comparison.verdict,
      sentence: `${sentenceOf(comparison, kind)}${leftOutText(comparison)}`,
      setup_differences: comparison.setupDifferences,
      total: labelResource(comparison.total, kind),
      labels: comparison.labels.map((label) => labelResource(label, kind)),
      labels_left_out: comparison.labelsLeftOut,
    })),
  };
}

function labelResource(
  { label, verdict, differences }: LabelComparison,
  kind: SampleKind,
): ComparisonResource['comparisons'][number]['total'] {
  return { label, verdict, differences: differences.map((each) => differenceResource(each, kind)) };
}

function differenceResource(difference: Difference, kind: SampleKind): DifferenceResource {
  const round = (value: number | null) => value && Math.round(value * 1000) / 1000;
  const { metric, baseline, value, verdict } = difference;
  return {
    metric,
    baseline: round(baseline),
    value: round(value),
    change: round(difference.change),
    low: round(difference.low),
    high: round(difference.high),
    verdict,
    text: textOf(difference, kind),
  };
}

const names: Record<Difference['metric'], string> = {
  p50: 'The median',
  p95: 'The 95th percentile',
  p99: 'The 99th percentile',
  mean: 'The mean',
  error_rate: 'The error rate',
  throughput: 'Throughput',
};

function textOf({ metric, change, low, high, verdict }: Difference, kind: SampleKind): string {
  const name = nameOf(metric, kind);
  if (verdict === 'too_few_samples' || change === null || low === null || high === null)
    return `${name} cannot be compared: too few samples, or the run is too short.`;
  const unit = metric === 'error_rate' ? ' points' : ' %';
  if (verdict === 'no_clear_difference')
    return `${name} shows no clear difference (${signed(low)} to ${signed(high)}${unit}).`;
  const amount = threeDigits(Math.abs(change));
  return `${name} is ${amount}${unit} ${change > 0 ? 'higher' : 'lower'} (${signed(low)} to ${signed(high)}${unit}).`;
}

/** Response times without a qualifier are of passed samples. */
function nameOf(metric: Difference['metric'], kind: SampleKind): string {
  return kind === 'passed' || !isResponseTime(metric) ? names[metric] : `${names[metric]} of ${kind} samples`;
}

function sentenceOf({ verdict, total, labels }: RunComparison, kind: SampleKind): string {
  const count = (which: LabelComparison['verdict']) => labels.filter((each) => each.verdict === which).length;
  const clear = total.differences
    .filter((each) => each.verdict === 'worse' || each.verdict === 'better')
    .map((each) => textOf(each, kind))
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

function basisText(basis: RunComparison['basis']): string {
  if (basis.kind === 'repeats' && basis.isEnough)
    return `Noise estimated from ${basis.repeats} other runs of the same plan.`;
  if (basis.kind === 'repeats')
    return `Noise estimated from blocks within each run and from ${basis.repeats === 1 ? 'one other run' : `${basis.repeats} other runs`} of the same plan. More repeats give a more precise result.`;
  return `Noise estimated from blocks of ${basis.blockS} s within each run. Repeat the plan a few times for a more precise result.`;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${threeDigits(Math.abs(value))}`;
}
