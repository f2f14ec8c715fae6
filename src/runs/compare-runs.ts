import { setImmediate as breathe } from 'node:timers/promises';
import type { ComparisonVerdict } from '../domain/load-test.ts';
import type { SampleKind } from '../domain/sample-kind.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import type { Block } from '../metrics/block-noise.ts';
import type { Caps } from '../metrics/caps.ts';
import {
  assumedRunNoise,
  cautiousRunNoise,
  comparedMetrics,
  compareMeasured,
  type Difference,
  decisiveErrors,
  isResponseTime,
  type RunNoise,
  runNoiseOf,
} from '../metrics/compare.ts';
import type { LabelFigures, Report } from '../metrics/report.ts';
import { repeatsOf } from '../store/run-lists.ts';
import { type LabelBlocks, readBlocks } from './block-reading.ts';
import type { Comparison, LabelComparison, RunComparison } from './comparison.ts';
import { withTimes } from './report-times.ts';
import { type FinalReport, readFinal } from './reports.ts';
import type { RunContext } from './run-context.ts';
import type { RangeQuery } from './run-range.ts';
import type { RunViews } from './run-views.ts';
import type { RunView } from './runs.ts';
import { setupDifferences } from './setup-differences.ts';

/** Family-wise false positive rate of all verdicts of a comparison. */
const falseAlarms = 0.01;
const maxLabels = 300;
/** Minimum number of other runs of the same plan for a reliable estimate of the run-to-run noise. */
const minRepeats = 3;
const maxRepeats = 12;
/** Fixed, so that comparisons are reproducible. */
const seed = 20_251_115;

interface Side {
  view: RunView;
  report: Report;
  blocks: LabelBlocks;
}

export async function compareRuns(
  context: RunContext,
  { views, caps }: { views: RunViews; caps: Caps },
  runs: readonly RunView[],
  range: RangeQuery,
): Promise<Comparison> {
  const sides: Side[] = [];
  for (const view of runs) {
    const page = await views.page(view, range);
    const blocks = await readBlocks(context.grids.database, view.run.id, page.range, caps);
    sides.push({ view, report: page.report, blocks });
  }
  const [baseline, ...others] = sides;
  const comparisons: RunComparison[] = [];
  for (const other of others)
    if (baseline) comparisons.push(await compareTwo(context, baseline, other, range.times));
  return { runs: sides.map(({ view, report }) => ({ view, report })), comparisons };
}

async function compareTwo(
  context: RunContext,
  baseline: Side,
  other: Side,
  kind: SampleKind | undefined,
): Promise<RunComparison> {
  const { runNoise, basis } = await learnRunNoise(context, baseline, other, kind);
  const allShared = sharedLabels(baseline.report, other.report);
  const shared = allShared.slice(0, maxLabels);
  const alpha = falseAlarms / (comparedMetrics.length * (shared.length + 1));
  const random = seededRandom(seed);
  const compare = (label: string, one: LabelFigures, two: LabelFigures): LabelComparison => {
    const differences = compareMeasured(
      { figures: one, blocks: blocksOf(baseline, label) },
      { figures: two, blocks: blocksOf(other, label) },
      { random, alpha, runNoise, kind },
    );
    return { label, verdict: verdictOf(differences), differences };
  };
  const total = compare('', baseline.report.total, other.report.total);
  const labels: LabelComparison[] = [];
  for (const { label, one, two } of shared) {
    labels.push(compare(label, one, two));
    await breathe();
  }
  const unmatched = unmatchedLabels(baseline.report, other.report);
  labels.push(...unmatched.slice(0, maxLabels));
  return {
    runId: other.view.run.id,
    basis,
    confidence: 1 - falseAlarms,
    verdict: overall([total, ...labels]),
    setupDifferences: setupDifferences(baseline, other),
    total,
    labels: labels.sort((one, two) => rank(one) - rank(two)),
    labelsLeftOut: allShared.length + unmatched.length - labels.length,
  };
}

/** Estimates the run-to-run noise from other runs of the same plan, if any. */
async function learnRunNoise(
  context: RunContext,
  baseline: Side,
  other: Side,
  kind: SampleKind | undefined,
): Promise<{ runNoise: RunNoise; basis: RunComparison['basis'] }> {
  const { database } = context.grids;
  const compared = new Set([baseline.view.run.id, other.view.run.id]);
  // Runs of one test have the noise of its history; others that of their plan.
  const [test, otherTest] = [baseline.view.run.test, other.view.run.test];
  const testId = test?.id === otherTest?.id ? (test?.id ?? null) : null;
  const rows = await repeatsOf(database, baseline.view.run.id, maxRepeats, testId);
  const reports: Report[] = [];
  for (const { id, report } of rows)
    if (!compared.has(id)) reports.push(await withTimes(database, id, (report as FinalReport).report));
  const repeats = reports.length;
  const isEnough = repeats >= minRepeats;
  if (!isEnough) {
    // The report of the whole run, for comparability with the repeats.
    const own = await readFinal(database, baseline.view.run);
    if (own) reports.unshift(own.report);
  }
  if (repeats === 0 || reports.length < 2)
    return { runNoise: assumedRunNoise, basis: { kind: 'blocks', blockS: baseline.blocks.blockS } };
  const labels = new Set(reports.flatMap((report) => report.labels.map(({ label }) => label)));
  const series = [...labels].map((label) =>
    reports.flatMap((report) => report.labels.filter((each) => each.label === label)),
  );
  const learn = isEnough ? runNoiseOf : cautiousRunNoise;
  return {
    runNoise: learn([reports.map(({ total }) => total), ...series], kind),
    basis: { kind: 'repeats', repeats, isEnough },
  };
}

/** Sorted by sample count, descending. */
function sharedLabels(baseline: Report, other: Report) {
  const others = new Map(other.labels.map((figures) => [figures.label, figures]));
  return baseline.labels
    .flatMap((one) => {
      const two = others.get(one.label);
      return two ? [{ label: one.label, one, two }] : [];
    })
    .sort((left, right) => countOf(right.one) - countOf(left.one));
}

/** Labels of one run only, sorted by sample count, descending. */
function unmatchedLabels(baseline: Report, other: Report): LabelComparison[] {
  const [ours, theirs] = [namesOf(baseline), namesOf(other)];
  const unmatched = ours.symmetricDifference(theirs);
  return [...baseline.labels, ...other.labels]
    .filter(({ label }) => unmatched.has(label))
    .sort((one, two) => countOf(two) - countOf(one))
    .map(({ label }) => ({ label, verdict: 'only_in_one', differences: [] }));
}

const namesOf = ({ labels }: Report) => new Set(labels.map(({ label }) => label));
const countOf = ({ passed, failed }: LabelFigures) => passed + failed;

function blocksOf(side: Side, label: string): Block[] {
  const { seconds, total, labels } = side.blocks;
  return seconds.map((each, at) => ({
    seconds: each,
    stats: label === '' ? total[at] : labels[at]?.get(label),
  }));
}

function verdictOf(differences: readonly Difference[]): ComparisonVerdict {
  const decisive = decisiveErrors(differences);
  if (decisive) return decisive;
  const has = (verdict: Difference['verdict']) => differences.some((each) => each.verdict === verdict);
  if (has('worse')) return has('better') ? 'mixed' : 'worse';
  if (has('better')) return 'better';
  // Without response times there is no basis for "no clear difference".
  const hasTimes = differences.some(
    ({ metric, verdict }) => isResponseTime(metric) && verdict !== 'too_few_samples',
  );
  return hasTimes ? 'no_clear_difference' : 'too_few_samples';
}

function overall(all: readonly LabelComparison[]): ComparisonVerdict {
  const has = (verdict: LabelComparison['verdict']) => all.some((each) => each.verdict === verdict);
  // A clear increase of errors outweighs faster labels.
  if (decisiveErrors(all[0]?.differences ?? []) === 'worse') return 'worse';
  if (has('mixed') || (has('worse') && has('better'))) return 'mixed';
  if (has('worse')) return 'worse';
  if (has('better')) return 'better';
  return has('no_clear_difference') ? 'no_clear_difference' : 'too_few_samples';
}

function rank({ verdict }: LabelComparison): number {
  return ['worse', 'mixed', 'better', 'only_in_one', 'no_clear_difference', 'too_few_samples'].indexOf(
    verdict,
  );
}
