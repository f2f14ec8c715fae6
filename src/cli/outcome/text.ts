import type { FiguresResource, Times } from '../../contract/resources/report.ts';
import { sampleKinds } from '../../contract/sample-kinds.ts';
import { verdictSigns } from '../../contract/verdict-words.ts';
import { count, whole } from '../../lib/figures.ts';
import { parseMoney, showMoney } from '../../lib/money.ts';
import { type Paint, paintTone } from '../render/paint.ts';
import { fewSamplesNote, renderReportTable, worstFirst } from '../render/report-table.ts';
import { lineWidth, renderTable } from '../render/table.ts';
import { timesWords } from '../times-flag.ts';
import { engineSentence, generatorSentence } from './engine-words.ts';
import { type Outcome, otherDoubts, samplesOf } from './outcome.ts';

const shownErrors = 5;
const shownCodes = 8;

/** Result of a run as text for the terminal. */
export function renderText(
  outcome: Outcome,
  paint: Paint,
  labels = outcome.report.labels,
  errors = outcome.report.errors,
  columns?: number,
): string {
  const { run, report } = outcome;
  const sections = [
    paintVerdict(outcome, paint),
    report.summary,
    run.notes === null ? '' : `Notes: ${run.notes}`,
    ...(run.remote_errors ?? []).map((sentence) => paint.bad(`Node error: ${sentence}`)),
    ...otherDoubts(outcome).map((sentence) => paint.doubtful(`△ ${sentence}`)),
    [engineSentence(run), outcome.generator ? generatorSentence(outcome.generator) : '']
      .filter(Boolean)
      .join(' '),
    samplesOf(report) === 0 ? '' : renderLabels(labels, report, columns),
    renderThresholds(outcome, paint),
    codesOf(report.total),
    renderErrors(errors, columns),
    receiptOf(outcome, paint),
    rowsOf(outcome),
    costOf(outcome),
    `Run page: ${paint.link(run.permalink)}`,
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function paintVerdict({ report }: Outcome, paint: Paint): string {
  const { tone, sentence } = report.verdict;
  return paintTone(paint, tone)(`${verdictSigns[tone]} ${sentence}`);
}

function renderLabels(
  labels: readonly FiguresResource[],
  report: Outcome['report'],
  columns: number | undefined,
): string {
  const { total, times } = report;
  if (labels.length === 0) return 'No labels match.';
  const rows = [...worstFirst(labels), { ...total, label: 'all' }];
  // Without failed samples the selection makes no difference.
  const kindNote =
    total.failed > 0 || times !== 'passed'
      ? `response times ${timesWords(times)}; use --times ${otherTimes(times)} for others`
      : '';
  const notes = [fewSamplesNote(rows, times), kindNote].filter(Boolean);
  return [renderReportTable(rows, times, columns), ...notes, ...renderIntended(rows, times, columns)].join(
    '\n',
  );
}

/** The same table with the times from the intended start; empty if no sample has one. */
function renderIntended(
  rows: readonly FiguresResource[],
  times: Times,
  columns: number | undefined,
): string[] {
  const scheduled = rows.flatMap(({ from_intended_start: intended, ...row }) =>
    intended && intended.scheduled > 0 ? [{ ...row, ...intended }] : [],
  );
  if (scheduled.length === 0) return [];
  return ['\nFrom the intended start:', renderReportTable(scheduled, times, columns)];
}

function otherTimes(times: Times): string {
  return sampleKinds.filter((each) => each !== times).join(' or ');
}

function renderThresholds({ report }: Outcome, paint: Paint): string {
  if (report.thresholds.length === 0) return '';
  const lines = report.thresholds.map(({ passed, text }) => {
    if (passed === null) return `  ${paint.doubtful(`△ ${text}`)}`;
    return `  ${passed ? paint.good(`✓ ${text}`) : paint.bad(`✕ ${text}`)}`;
  });
  return ['Thresholds:', ...lines].join('\n');
}

/** Empty if all samples have the code 200, or all codes are unknown. */
function codesOf({ codes }: FiguresResource): string {
  const known = codes?.filter(({ code }) => code !== null) ?? [];
  if (known.every(({ code }) => code === '200')) return '';
  const shown = known.slice(0, shownCodes).map(({ code, passed, failed }) => {
    return `${code === '' ? 'none' : code} ${whole(passed + failed)}`;
  });
  const more = known.length - shown.length;
  return `Response codes: ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
}

function renderErrors(errors: Outcome['report']['errors'], columns = 0): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, shownErrors);
  const rows = shown.map((error) => [whole(error.count), error.code, error.message, error.example.label]);
  const more = errors.length - shown.length;
  const table = renderTable(['failures', 'code', 'message', 'example label'], rows, ['right'], {
    most: lineWidth(columns),
    shrinks: [1, 2, 3],
  });
  return more === 0 ? table : `${table}\n${more} more ${more === 1 ? 'kind' : 'kinds'} of failures not shown`;
}

/** Empty if its nodes cost nothing. */
function costOf({ run }: Outcome): string {
  const money = run.cost === null ? undefined : parseMoney(run.cost);
  return money === undefined || money === 0
    ? ''
    : `Cost: ${showMoney(money)} for ${count(run.node_minutes, 'node-minute')}`;
}

/** Empty without leased data files. */
function rowsOf({ report: { reconciliation } }: Outcome): string {
  return (reconciliation?.rows ?? [])
    .map(({ file, rows, used, returned, lost, left }) => {
      const others = [
        returned > 0 ? `${whole(returned)} returned by ended nodes` : '',
        lost > 0 ? `${whole(lost)} lost with nodes` : '',
        `${whole(left)} left`,
      ];
      return `Rows of ${file}: ${whole(used)} of ${whole(rows)} used, ${others.filter(Boolean).join(', ')}.`;
    })
    .join('\n');
}

/** Empty if all samples are accounted for. */
function receiptOf({ report: { reconciliation } }: Outcome, paint: Paint): string {
  if (reconciliation === null || reconciliation.is_complete) return '';
  const { produced, reported, explanations } = reconciliation;
  const counts = `Some samples are not accounted for: ${whole(produced)} written by the tool, ${whole(reported)} reported.`;
  return paint.doubtful([counts, ...explanations].join(' '));
}
