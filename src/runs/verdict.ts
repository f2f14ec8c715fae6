import { nodesText } from '../domain/grid-place.ts';
import type { Run } from '../domain/run.ts';
import { parseThreshold, passedOf, type ThresholdResult } from '../domain/threshold.ts';
import type { Verdict, VerdictTone, VerdictWord } from '../domain/verdict.ts';
import { count, durationOfMs, percentOf, rate, whole } from '../lib/figures.ts';
import type { LabelFigures } from '../metrics/figures.ts';
import { doubtsOf } from './doubts.ts';
import type { RunPage } from './run-views.ts';
import type { RunView } from './runs.ts';

/** Input of a verdict, in addition to the run. */
export interface Evidence {
  /** All labels together; null before the first sample. */
  total: LabelFigures | null;
  thresholds: readonly ThresholdResult[];
  doubts: readonly string[];
  /** Whether every sample is accounted for; null while unknown. */
  isComplete: boolean | null;
}

/**
 * Verdict of a run. The only place that decides it, for lists, pages, reports, the CLI, test results and exit codes.
 */
export function verdictOf(view: RunView, evidence: Evidence): Verdict {
  const doubts = [...evidence.doubts];
  if (view.status !== 'finished') {
    const failing = samplesOf(evidence.total) > 0 ? failingText(evidence.thresholds) : [];
    const sentence = [...failing, goingSentence(view, evidence), ...doubts].join(' ');
    const tone = failing.length > 0 ? 'bad' : doubts.length > 0 ? 'doubt' : 'going';
    // Preliminary: thresholds can be evaluated on an unfinished run.
    const exitCode = passedOf(evidence.thresholds) === false ? 2 : 0;
    return { word: view.status, tone, exitCode, sentence, doubts };
  }
  const word = verdictWordOf(view.run, evidence);
  return {
    word,
    tone: toneOf(word, passedOf(evidence.thresholds)),
    exitCode: word === 'failed' ? 2 : word === 'broken' ? 1 : 0,
    sentence: [finalSentence(word, view, evidence), ...missing(evidence), ...doubts].join(' '),
    doubts,
  };
}

/** An unmet threshold takes precedence over all other verdicts. */
export function verdictWordOf(
  run: Pick<Run, 'remoteErrors'>,
  { total, thresholds, doubts, isComplete }: Evidence,
): VerdictWord {
  const passed = passedOf(thresholds);
  if (passed === false) return 'failed';
  const isUnjudged = thresholds.length > 0 && passed === null;
  if (samplesOf(total) === 0 || run.remoteErrors.length > 0 || isUnjudged) return 'broken';
  const isLimited = passed === true && thresholds.some(({ expression }) => limitsErrors(expression));
  if ((total?.failed ?? 0) > 0 && !isLimited) return 'finished_with_errors';
  return isComplete === false || doubts.length > 0 ? 'doubtful' : 'passed';
}

function toneOf(word: VerdictWord, passed: boolean | null): VerdictTone {
  switch (word) {
    case 'passed':
      return 'good';
    case 'doubtful':
      return 'doubt';
    case 'finished_with_errors':
      // All thresholds are met, but none of them limits errors.
      return passed === true ? 'doubt' : 'bad';
    case 'failed':
    case 'broken':
      return 'bad';
  }
}

/** Only thresholds on all labels together count as an error limit. */
function limitsErrors(expression: string): boolean {
  const { label, metric, operator } = parseThreshold(expression);
  return label === null && metric.kind === 'errors' && operator.startsWith('>');
}

/** Verdict of a finished run by its own thresholds; null until then. */
export function finalVerdict(view: RunView): Verdict | null {
  if (view.ending === null) return null;
  return verdictOf(view, {
    total: view.figures?.total ?? null,
    thresholds: view.run.thresholds ?? [],
    ...view.ending,
  });
}

/** Verdict for the page; of an unfinished run, with the current reports of its nodes. */
export function pageVerdict(view: RunView, page: RunPage): Verdict {
  const { total } = page.whole;
  const { status, generator } = view;
  const facts = { status, generator, nodes: page.nodes, hasSamples: samplesOf(total) > 0 };
  return verdictOf(view, {
    total,
    thresholds: page.thresholds,
    doubts: view.ending?.doubts ?? doubtsOf(facts),
    isComplete: view.ending?.isComplete ?? null,
  });
}

/** Thresholds of an unfinished run that are currently not met. */
function failingText(thresholds: readonly ThresholdResult[]): string[] {
  const unmet = thresholds.filter(({ passed }) => passed === false);
  const [first] = unmet;
  if (!first) return [];
  const which =
    thresholds.length === 1
      ? 'Threshold not met so far'
      : `${unmet.length} of ${thresholds.length} thresholds not met so far`;
  return [`${which}: ${first.text}.`];
}

function goingSentence(view: RunView, { total }: Evidence): string {
  const { phase } = view.run;
  if (view.status === 'queued') return `Queued: ${progressOf(view, 'waiting')}.`;
  const state = phase === 'running' ? 'Running' : phase === 'stopping' ? 'Stopping' : 'Collecting results';
  const progress = progressOf(view, phase);
  const detail = progress === phase ? '' : ` Now: ${progress}.`;
  return `${state}: ${samplesText(view, total, ' so far')}.${detail}`;
}

const heads: Record<VerdictWord, string> = {
  passed: 'Passed',
  failed: 'Failed',
  finished_with_errors: 'Finished with errors',
  broken: 'Broken',
  doubtful: 'Doubtful',
};

function finalSentence(word: VerdictWord, view: RunView, { total, thresholds }: Evidence): string {
  const { remoteErrors, stopRequestedAt } = view.run;
  const stopped =
    stopRequestedAt === null ? [] : [remoteErrors.length === 0 ? 'stopped by request' : 'stopped early'];
  const head = [heads[word], ...stopped];
  if (samplesOf(total) === 0) return `${head.join(', ')}: no samples were recorded.`;
  const samples = `${samplesText(view, total)}.`;
  const unmet = thresholds.filter(({ passed }) => passed === false);
  if (word === 'failed') {
    const which =
      thresholds.length === 1
        ? 'threshold not met'
        : `${unmet.length} of ${thresholds.length} thresholds not met`;
    return `${[...head, which].join(', ')}: ${unmet[0]?.text ?? ''}. ${samples}`;
  }
  const why = word === 'broken' && remoteErrors.length > 0 ? ['with errors on the nodes'] : [];
  return `${[...head, ...why, metText(thresholds)].join(', ')}: ${samples}`;
}

function metText(thresholds: readonly ThresholdResult[]): string {
  const unjudged = thresholds.filter(({ passed }) => passed === null).length;
  if (thresholds.length === 0) return 'no threshold set';
  if (unjudged > 0) return `${count(unjudged, 'threshold')} not evaluated`;
  return thresholds.length === 1 ? 'threshold met' : `all ${thresholds.length} thresholds met`;
}

function missing({ isComplete }: Evidence): string[] {
  return isComplete === false ? ['Not every sample is accounted for: see the receipt.'] : [];
}

/** Sample count, nodes, failures, throughput and p95. */
function samplesText(view: RunView, total: LabelFigures | null, soFar = ''): string {
  const all = samplesOf(total);
  if (total === null || all === 0) return `no samples${soFar}`;
  const { failed, requestsPerMinute, times } = total;
  const failures = failed === 0 ? '0 failed' : `${whole(failed)} failed (${percentOf(failed, all)})`;
  const p95 =
    times.passed === null ? 'no sample passed' : `p95 ${durationOfMs(times.passed.percentilesMs['95'])}`;
  const speed = `${rate(requestsPerMinute / 60)}, ${p95}`;
  return `${count(all, 'sample')}${soFar}${fromNodes(view)}, ${failures}; ${speed}`;
}

function samplesOf(total: LabelFigures | null): number {
  return total === null ? 0 : total.passed + total.failed;
}

function fromNodes({ grids }: RunView): string {
  const nodes = nodesText(grids);
  return nodes === '' ? '' : ` from ${nodes}`;
}

function progressOf(view: RunView, otherwise: string): string {
  return (view.progress ?? otherwise).replace(/\.$/, '');
}
