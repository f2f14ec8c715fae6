import type { FiguresResource } from '../../contract/resources/report.ts';
import { durationOfMs, percentOf, threeDigits, whole } from '../../lib/figures.ts';
import { span } from '../../lib/moments.ts';
import { generatorSentence } from './engine-words.ts';
import { type Outcome, otherDoubts, samplesOf } from './outcome.ts';

const shownLabels = 10;
const signs = { going: '⏳', good: '✅', doubt: '⚠️', bad: '❌' } as const;

/** Markdown for a pull request comment: verdict, summary, thresholds, slowest labels, link. */
export function renderMarkdown(outcome: Outcome, labels = outcome.report.labels): string {
  const { run, report } = outcome;
  const blocks = [
    `### ${signs[report.verdict.tone]} Load test${run.name ? ` ${escapeMarkup(run.name)}` : ''}: ${escapeMarkup(report.verdict.sentence)}`,
    factsOf(outcome),
    run.notes === null ? '' : `> ${escapeMarkup(run.notes)}`,
    ...(run.remote_errors ?? []).map((sentence) => `> **Node error:** ${escapeMarkup(sentence)}`),
    ...otherDoubts(outcome).map((sentence) => `> ⚠️ ${escapeMarkup(sentence)}`),
    thresholdTable(outcome),
    samplesOf(report) === 0 ? '' : labelTable(labels, report),
    timesNote(report),
    outcome.generator ? generatorSentence(outcome.generator) : '',
    `[Open the run](${run.permalink})`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function factsOf({ run, report }: Outcome): string {
  const { total } = report;
  const facts = [
    toolOf(run),
    span(report.duration),
    `up to ${whole(report.max_concurrency)} VUs`,
    `**${threeDigits(total.requests_per_minute / 60)}** samples/s`,
    `p50 **${timeOf(total, '50')}**`,
    `p95 **${timeOf(total, '95')}**`,
    `p99 **${timeOf(total, '99')}**`,
    `**${percentOf(total.failed, samplesOf(report))}** failed`,
  ];
  return samplesOf(report) === 0 ? toolOf(run) : facts.join(' · ');
}

function toolOf({ tool, engine }: Outcome['run']): string {
  if (engine === null) return tool;
  return `${tool} on ${engine === 'spate' ? "Spate's own engine" : 'Apache JMeter'}`;
}

function thresholdTable({ report }: Outcome): string {
  if (report.thresholds.length === 0) return '';
  const rows = report.thresholds.map(({ passed, text }) => {
    const sign = passed === null ? '⚠️ not evaluated' : passed ? '✅ met' : '❌ not met';
    return `| ${sign} | ${escapeMarkup(text)} |`;
  });
  return ['| | threshold |', '| --- | --- |', ...rows].join('\n');
}

/** Slowest labels first. */
function labelTable(labels: readonly FiguresResource[], { total }: Outcome['report']): string {
  const slowest = [...labels].sort((one, other) => p95Of(other) - p95Of(one));
  const shown = slowest.slice(0, shownLabels);
  const rows = [...shown.map((row) => labelRow(escapeMarkup(row.label), row)), labelRow('**all**', total)];
  const more = slowest.length - shown.length;
  return [
    '| label | samples | failed | p50 | p95 | p99 |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    ...(more > 0 ? ['', `${more} faster ${more === 1 ? 'label' : 'labels'} not shown`] : []),
  ].join('\n');
}

/** Empty if no samples failed: then the selection makes no difference. */
function timesNote({ times, total }: Outcome['report']): string {
  return total.failed > 0 || times !== 'passed' ? `Response times: ${times} samples.` : '';
}

function labelRow(name: string, row: FiguresResource): string {
  const all = row.passed + row.failed;
  const cells = [
    name,
    whole(all),
    percentOf(row.failed, all),
    timeOf(row, '50'),
    timeOf(row, '95'),
    timeOf(row, '99'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function p95Of(row: FiguresResource): number {
  return row.percentiles['95'] ?? -1;
}

function timeOf(row: FiguresResource, percentile: string): string {
  const ms = row.percentiles[percentile];
  return ms === undefined ? '–' : durationOfMs(ms);
}

/** Escapes names and messages from plans and nodes. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#@]/g, '\\$&');
}
