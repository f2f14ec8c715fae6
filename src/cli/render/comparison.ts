import { codeChange, compareCodes } from '../../contract/compare-codes.ts';
import type {
  ComparisonResource,
  DifferenceResource,
  LabelComparisonResource,
} from '../../contract/resources/comparison.ts';
import { durationOfMs, threeDigits } from '../../lib/figures.ts';
import type { Paint } from './paint.ts';
import { lineWidth, renderTable } from './table.ts';

export interface ComparisonSettings {
  paint: Paint;
  /** Include labels without a significant difference. */
  isEveryLabel: boolean;
  /** Width of the terminal. Default: 80. */
  columns?: number;
}

const maxCodes = 8;

type OneComparison = ComparisonResource['comparisons'][number];

const words: Readonly<Record<DifferenceResource['verdict'], string>> = {
  better: 'better',
  worse: 'worse',
  no_clear_difference: 'no clear difference',
  too_few_samples: 'too few samples',
};

/** Each run compared with the first: verdict, totals, then differing labels. */
export function renderComparison(comparison: ComparisonResource, settings: ComparisonSettings): string {
  const [baseline] = comparison.runs;
  const sections = comparison.comparisons.map((one) => {
    const run = comparison.runs.find(({ uuid }) => uuid === one.run);
    const title = `${nameOf(run, one.run)} compared with ${nameOf(baseline, 'the baseline')}`;
    const codes = baseline && run ? codeRows(baseline, run) : [];
    return renderOne(title, one, settings, timesNoteOf(comparison, run), codes);
  });
  return sections.join('\n\n');
}

function renderOne(
  title: string,
  one: OneComparison,
  { paint, isEveryLabel, columns = 0 }: ComparisonSettings,
  timesNote: string,
  codes: string[][],
): string {
  const isClear = ({ verdict }: LabelComparisonResource) =>
    verdict !== 'no_clear_difference' && verdict !== 'too_few_samples';
  const labels = isEveryLabel ? one.labels : one.labels.filter(isClear);
  const groups = [{ ...one.total, label: 'all' }, ...labels];
  const rows = groups.flatMap((group) => {
    const shown =
      isEveryLabel || group.label === 'all' ? group.differences : group.differences.filter(isNews);
    const lines = shown.map((difference) => rowOf(difference, paint));
    if (lines.length === 0) return [[group.label, '', '', '', '', group.verdict.replaceAll('_', ' ')]];
    if (group.label === 'all') lines.push(...codes);
    return lines.map((cells, index) => [index === 0 ? group.label : '', ...cells]);
  });
  const rest = one.labels.length - labels.length;
  return [
    paint.strong(title),
    paintVerdict(one.sentence, one.verdict, paint),
    ...one.setup_differences.map((sentence) => paint.doubtful(`△ ${sentence}`)),
    '',
    renderTable(
      ['label', 'metric', 'baseline', 'run', 'change', ''],
      rows,
      ['left', 'left', 'right', 'right', 'right'],
      { most: lineWidth(columns), shrinks: [0] },
    ),
    ...(rest > 0
      ? [
          paint.faint(
            `${rest} ${rest === 1 ? 'label' : 'labels'} without a clear difference; show with --all`,
          ),
        ]
      : []),
    ...(timesNote === '' ? [] : [paint.faint(timesNote)]),
    paint.faint(one.basis_text),
  ].join('\n');
}

/** Shares of the response codes; none if all samples have the code 200. */
function codeRows(
  ...runs: [ComparisonResource['runs'][number], ComparisonResource['runs'][number]]
): string[][] {
  return compareCodes(runs.map(({ total }) => total))
    .slice(0, maxCodes)
    .map((code) => [
      code.name === 'no code' ? code.name : `code ${code.name}`,
      ...code.ofRuns.map((share) => (share ? `${threeDigits(share.percent)} %` : '–')),
      changeOf('error_rate', codeChange(code, 0, 1)),
      '',
    ]);
}

/** Empty if no samples failed: then the selection makes no difference. */
function timesNoteOf(
  { times, runs: [baseline] }: ComparisonResource,
  run: ComparisonResource['runs'][number] | undefined,
): string {
  const hasFailed = [baseline, run].some((each) => (each?.total.failed ?? 0) > 0);
  return hasFailed || times !== 'passed' ? `Response times: ${times} samples.` : '';
}

function isNews({ verdict }: DifferenceResource): boolean {
  return verdict !== 'no_clear_difference' && verdict !== 'too_few_samples';
}

function rowOf(difference: DifferenceResource, paint: Paint): string[] {
  const { metric, baseline, value, change, verdict } = difference;
  return [
    metric.replaceAll('_', ' '),
    show(metric, baseline),
    show(metric, value),
    changeOf(metric, change),
    paintVerdict(words[verdict], verdict, paint),
  ];
}

function show(metric: DifferenceResource['metric'], value: number | null): string {
  if (value === null) return '–';
  if (metric === 'error_rate') return `${threeDigits(value)} %`;
  return metric === 'throughput' ? `${threeDigits(value)} /s` : durationOfMs(value);
}

function changeOf(metric: DifferenceResource['metric'], change: number | null): string {
  if (change === null) return '–';
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${threeDigits(Math.abs(change))} ${metric === 'error_rate' ? 'points' : '%'}`;
}

function paintVerdict(text: string, verdict: string, paint: Paint): string {
  if (verdict === 'worse') return paint.bad(text);
  if (verdict === 'better') return paint.good(text);
  return verdict === 'mixed' ? paint.doubtful(text) : text;
}

function nameOf(run: ComparisonResource['runs'][number] | undefined, otherwise: string): string {
  if (run === undefined) return otherwise;
  return run.name === null ? run.uuid.slice(0, 8) : `${run.name} (${run.uuid.slice(0, 8)})`;
}
