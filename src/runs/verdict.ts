import type { Run } from '../domain/run.ts';
import { parseThreshold, passedOf } from '../domain/threshold.ts';
import { toneOfVerdict, type Verdict, type VerdictWord } from '../domain/verdict.ts';
import { withoutHosts } from '../domain/without-hosts.ts';
import { doubtsOf } from './doubts.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { RunPage } from './run-views.ts';
import type { RunView } from './runs.ts';
import { type Evidence, failingText, finalSentence, goingSentence, samplesOf } from './verdict-words.ts';

type ReportEvidence = Pick<Evidence, 'total' | 'thresholds'> & { reconciliation: Reconciliation | null };

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
    const exitCode =
      passedOf(evidence.thresholds, { isAborted: view.run.aborted !== null }) === false ? 2 : 0;
    return { word: view.status, tone, exitCode, sentence, doubts };
  }
  const word = verdictWordOf(view.run, evidence);
  return {
    word,
    tone: toneOfVerdict(word, passedOf(evidence.thresholds)),
    exitCode: word === 'failed' ? 2 : word === 'broken' ? 1 : 0,
    sentence: [finalSentence(word, view, evidence), ...doubts].join(' '),
    doubts,
  };
}

/** An abort rule or an unmet threshold takes precedence over all other verdicts. */
export function verdictWordOf(
  run: Pick<Run, 'remoteErrors' | 'aborted'>,
  { total, thresholds, doubts, isComplete }: Evidence,
): VerdictWord {
  const passed = passedOf(thresholds, { isAborted: run.aborted !== null });
  if (passed === false) return 'failed';
  const isUnjudged = thresholds.length > 0 && passed === null;
  if (samplesOf(total) === 0 || run.remoteErrors.length > 0 || isUnjudged) return 'broken';
  const isLimited = passed === true && thresholds.some(({ expression }) => limitsErrors(expression));
  if ((total?.failed ?? 0) > 0 && !isLimited) return 'finished_with_errors';
  return isComplete === false || doubts.length > 0 ? 'doubtful' : 'passed';
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

/** Verdict for the report, by any thresholds. */
export function reportVerdict(view: RunView, { total, thresholds, reconciliation }: ReportEvidence): Verdict {
  const doubts = view.ending?.doubts ?? [];
  return verdictOf(view, { total, thresholds, doubts, isComplete: reconciliation?.isComplete ?? null });
}

/**
 * Verdict for the page; of an unfinished run, with the current reports of its nodes. Without access to the account, it
 * contains no progress of nodes and no target hosts.
 */
export function pageVerdict(view: RunView, page: RunPage, isMember: boolean): Verdict {
  const { total } = page.whole;
  const { status, generator } = view;
  const facts = { status, generator, nodes: page.nodes, hasSamples: samplesOf(total) > 0 };
  const verdict = verdictOf(isMember ? view : { ...view, progress: null }, {
    total,
    thresholds: page.thresholds,
    doubts: view.ending?.doubts ?? doubtsOf(facts),
    isComplete: view.ending?.isComplete ?? null,
  });
  return isMember ? verdict : { ...verdict, sentence: withoutHosts(verdict.sentence) };
}
