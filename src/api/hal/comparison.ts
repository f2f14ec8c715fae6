import type { ComparisonResource, DifferenceResource } from '../../contract/resources/comparison.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import type { Difference } from '../../metrics/compare.ts';
import type { Comparison, LabelComparison } from '../../runs/comparison.ts';
import { basisText, comparisonSentence, differenceText } from '../../runs/comparison-words.ts';
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
      sentence: comparisonSentence(comparison, kind),
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
    text: differenceText(difference, kind),
  };
}
