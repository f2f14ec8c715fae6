import { nodesText } from '../domain/grid-place.ts';
import type { ThresholdResult } from '../domain/threshold.ts';
import { type VerdictWord, verdictLabels } from '../domain/verdict.ts';
import { capital } from '../lib/capital.ts';
import { count, durationOfMs, percentOf, rate, whole } from '../lib/figures.ts';
import { span } from '../lib/moments.ts';
import type { LabelFigures } from '../metrics/figures.ts';
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

/** Thresholds of an unfinished run that are currently not met. */
export function failingText(thresholds: readonly ThresholdResult[]): string[] {
  const unmet = thresholds.filter(({ passed }) => passed === false);
  const [first] = unmet;
  if (!first) return [];
  const which =
    thresholds.length === 1
      ? 'Threshold not met so far'
      : `${unmet.length} of ${thresholds.length} thresholds not met so far`;
  return [`${which}: ${first.text}.`];
}

/** Phase, figures so far and progress of an unfinished run. */
export function goingSentence(view: RunView, { total }: Evidence): string {
  const { phase } = view.run;
  if (view.status === 'queued') return `Queued: ${progressOf(view, 'waiting')}.`;
  const state = phase === 'running' ? 'Running' : phase === 'stopping' ? 'Stopping' : 'Collecting results';
  const aborted = view.run.aborted === null ? '' : `${capital(abortedText(view.run))}. `;
  const progress = progressOf(view, phase);
  const detail = progress === phase ? '' : ` Now: ${progress}.`;
  return `${aborted}${state}: ${samplesText(view, total, ' so far')}.${detail}`;
}

/** Verdict, thresholds and figures of a finished run. */
export function finalSentence(word: VerdictWord, view: RunView, evidence: Evidence): string {
  return [outcomeText(word, view, evidence), ...missing(evidence), ...baselineText(view)].join(' ');
}

function outcomeText(word: VerdictWord, view: RunView, { total, thresholds }: Evidence): string {
  const { remoteErrors, stopRequestedAt, aborted } = view.run;
  const stopped =
    stopRequestedAt === null || aborted !== null
      ? []
      : [remoteErrors.length === 0 ? 'stopped by request' : 'stopped early'];
  const head = [verdictLabels[word], ...stopped];
  if (aborted !== null) head.push(abortedText(view.run));
  if (samplesOf(total) === 0)
    return `${head.join(', ')}${aborted === null ? ':' : ','} no samples were recorded.`;
  const samples = `${samplesText(view, total)}.`;
  const unmet = thresholds.filter(({ passed }) => passed === false);
  if (word === 'failed') {
    if (unmet.length === 0) return `${head.join(', ')}. ${samples}`;
    const which =
      thresholds.length === 1
        ? 'threshold not met'
        : `${unmet.length} of ${thresholds.length} thresholds not met`;
    return `${[...head, which].join(', ')}: ${unmet[0]?.text ?? ''}. ${samples}`;
  }
  const why = word === 'broken' && remoteErrors.length > 0 ? ['with errors on the nodes'] : [];
  return `${[...head, ...why, metText(thresholds)].join(', ')}: ${samples}`;
}

/**
 * The abort rule that ended the run, and when: `aborted after 1 min 35 s (14:03:22 UTC) by the rule errors > 50% …`.
 */
function abortedText({ aborted, startedAt }: RunView['run']): string {
  if (aborted === null) return '';
  const after =
    startedAt === null ? '' : ` after ${span((aborted.at.getTime() - startedAt.getTime()) / 1000)}`;
  return `aborted${after} (${aborted.at.toISOString().slice(11, 19)} UTC) by the rule ${aborted.text}`;
}

function metText(thresholds: readonly ThresholdResult[]): string {
  const unjudged = thresholds.filter(({ passed }) => passed === null).length;
  if (thresholds.length === 0) return 'no threshold set';
  if (unjudged > 0) return `${count(unjudged, 'threshold')} not evaluated`;
  return thresholds.length === 1 ? 'threshold met' : `all ${thresholds.length} thresholds met`;
}

/** Better, worse or no clear difference, by the noise of the test's history. */
function baselineText({ run: { baseline } }: RunView): string[] {
  return baseline === null ? [] : [`Compared with the baseline: ${uncapital(baseline.sentence)}`];
}

function uncapital(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
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

export function samplesOf(total: LabelFigures | null): number {
  return total === null ? 0 : total.passed + total.failed;
}

function fromNodes({ grids }: RunView): string {
  const nodes = nodesText(grids);
  return nodes === '' ? '' : ` from ${nodes}`;
}

function progressOf(view: RunView, otherwise: string): string {
  return (view.progress ?? otherwise).replace(/\.$/, '');
}
