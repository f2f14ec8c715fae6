import type { FiguresResource } from '../../contract/resources/report.ts';
import { durationOfMs, percentOf, threeDigits, whole } from '../../lib/figures.ts';
import { span } from '../../lib/moments.ts';
import { timesWords } from '../times-flag.ts';
import { generatorSentence } from './engine-words.ts';
import { type Outcome, otherDoubts, samplesOf } from './outcome.ts';

const shownLabels = 10;
const signs = { going: '⏳', good: '✅', doubt: '⚠️', bad: '❌' } as const;

/** Fits a comment on a pull request: verdict, figures, thresholds, the labels that matter most, link. */
export function renderMarkdown(outcome: Outcome, labels = outcome.report.labels): string {
  const { run, report } = outcome;
  const blocks = [
    `### ${signs[report.verdict.tone]} Load test${run.name ? ` ${escapeMarkup(run.name)}` : ''}: ${escapeMarkup(report.verdict.sentence)}`,
    factsOf(outcome),
    run.notes === null ? '' : `> ${escapeMarkup(run.notes)}`,
    ...(run.remote_errors ?? []).map((sentence) => `> **On the nodes:** ${escapeMarkup(sentence)}`),
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
    `up to ${whole(report.max_concurrency)} users`,
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

/** The slowest first: they are what a reviewer looks for. */
function labelTable(labels: readonly FiguresResource[], { total }: Outcome['report']): string {
  const slowest = [...labels].sort((one, other) => p95Of(other) - p95Of(one));
  const shown = slowest.slice(0, shownLabels);
  const rows = [...shown.map((row) => labelRow(escapeMarkup(row.label), row)), labelRow('**all**', total)];
  const more = slowest.length - shown.length;
  return [
    '| label | samples | failed | p50 | p95 | p99 |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    ...(more > 0 ? ['', `and ${more} faster ${more === 1 ? 'label' : 'labels'}`] : []),
  ].join('\n');
}

/** Where nothing failed, all samples are passed ones. */
function timesNote({ times, total }: Outcome['report']): string {
  return total.failed > 0 || times !== 'passed' ? `Response times are ${timesWords(times)}.` : '';
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

/** Names and sentences come from plans and nodes; they must not become markup. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#@]/g, '\\$&');
}
