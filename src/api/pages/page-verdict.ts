import { type GeneratorLoad, isGeneratorBusy, isGeneratorLate } from '../../domain/generator.ts';
import { busyCpu } from '../../domain/overload.ts';
import { parseThreshold, passedOf } from '../../domain/threshold.ts';
import { durationOfMs } from '../../lib/figures.ts';
import type { NodeFigures, RunPage } from '../../runs/run-views.ts';
import type { RunView } from '../../runs/runs.ts';
import { type Verdict, verdictOf } from './verdict.ts';

const clockLimitMs = 50;

/** How the run fares, in words: thresholds decide where there are any, and what makes the figures doubtful is told too. */
export function pageVerdict(
  view: RunView,
  page: RunPage,
): { tone: Verdict['tone']; sentence: string; doubts: string[] } {
  const { tone, sentence } = verdictOf(view, page.whole, page.reconciliation);
  // Where nothing was measured there is nothing to doubt.
  const hasSamples = page.whole.total.passed + page.whole.total.failed > 0;
  const doubts = [
    ...doubtsOf(page.nodes, view.status, hasSamples),
    ...(hasSamples && view.generator ? generatorDoubts(view.generator) : []),
  ];
  const judged = view.status === 'finished' ? thresholdWords(page) : undefined;
  const failing = view.status === 'running' && hasSamples ? failingWords(page) : undefined;
  const words = [judged?.sentence ?? failing, sentence, ...doubts].filter((text) => text !== undefined);
  // Whoever said how many may fail is not told that some did, unless something broke or is not accounted for.
  const isAllowed =
    judged?.passed === true &&
    hasSamples &&
    view.run.remoteErrors.length === 0 &&
    page.reconciliation?.isComplete !== false &&
    page.thresholds.some(({ expression }) => limitsErrors(expression));
  const settled = isAllowed ? 'good' : tone;
  return {
    tone: failing === undefined ? toneOf(settled, judged?.passed ?? null, doubts.length > 0) : 'bad',
    sentence: words.join(' '),
    doubts,
  };
}

/** Of all labels together: what is allowed of one says nothing about the others. */
function limitsErrors(expression: string): boolean {
  const { label, metric, operator } = parseThreshold(expression);
  return label === null && metric.kind === 'errors' && operator.startsWith('>');
}

function toneOf(tone: Verdict['tone'], passed: boolean | null, isDoubtful: boolean): Verdict['tone'] {
  if (tone === 'going') return isDoubtful ? 'doubt' : tone;
  if (passed === false) return 'bad';
  // Other thresholds passed, and samples failed all the same.
  const settled = passed === true && tone === 'bad' ? 'doubt' : tone;
  return settled === 'good' && isDoubtful ? 'doubt' : settled;
}

function thresholdWords({ thresholds }: RunPage): { passed: boolean | null; sentence: string } | undefined {
  if (thresholds.length === 0) return undefined;
  const failed = thresholds.filter((each) => each.passed === false);
  const passed = passedOf(thresholds);
  if (failed.length > 0) {
    const count =
      thresholds.length === 1
        ? 'Its threshold failed'
        : `${failed.length} of ${thresholds.length} thresholds failed`;
    return { passed, sentence: `${count}: ${failed[0]?.text ?? ''}` };
  }
  if (passed === null) return { passed, sentence: 'Its thresholds could not be judged.' };
  return {
    passed,
    sentence:
      thresholds.length === 1 ? 'Its threshold passed.' : `All ${thresholds.length} thresholds passed.`,
  };
}

/** While the run goes on: what would fail it if it ended now. */
function failingWords({ thresholds }: RunPage): string | undefined {
  const [first, ...others] = thresholds.filter(({ passed }) => passed === false);
  if (!first) return undefined;
  const count =
    thresholds.length === 1
      ? 'Its threshold is failing'
      : `${others.length + 1} of ${thresholds.length} thresholds ${others.length === 0 ? 'is' : 'are'} failing`;
  return `${count}: ${first.text}`;
}

/** A generator at its limit makes another load than the plan describes, and its own delays are in what it measures. */
function generatorDoubts(load: GeneratorLoad): string[] {
  const { lagP99Ms, busyShare } = load;
  const signs = [
    ...(isGeneratorLate(load) ? [`one action in a hundred came over ${durationOfMs(lagP99Ms)} late`] : []),
    ...(isGeneratorBusy(load) ? [`it was busy ${Math.floor(busyShare * 100)} % of the time`] : []),
  ];
  if (signs.length === 0) return [];
  return [
    `The load generator was at its limit: ${signs.join(', and ')}, so times may be its own. Spread the users over more nodes.`,
  ];
}

/** Without names, because the public reads them too. */
function doubtsOf(nodes: readonly NodeFigures[], status: RunView['status'], hasSamples: boolean): string[] {
  if (status === 'queued') return [];
  const count = (isSo: (node: NodeFigures) => boolean) => nodes.filter(isSo).length;
  const lost = count((node) => node.lostAt !== null);
  const busy = hasSamples ? count((node) => node.isOverloaded) : 0;
  const wrong = !hasSamples ? 0 : count((node) => Math.abs(node.wholeClockOffsetMs ?? 0) > clockLimitMs);
  const of = (some: number) => (nodes.length === 1 ? 'The node' : `${some} of ${nodes.length} nodes`);
  const [one, many] = status === 'running' ? ['is', 'are'] : ['was', 'were'];
  const be = (some: number) => (nodes.length === 1 || some === 1 ? one : many);
  const been = (some: number) => {
    if (status !== 'running') return be(some);
    return nodes.length === 1 || some === 1 ? 'has been' : 'have been';
  };
  return [
    ...(lost > 0 ? [`${of(lost)} ${be(lost)} lost.`] : []),
    ...(busy > 0
      ? [
          `${of(busy)} ${been(busy)} at over ${busyCpu * 100} % of the CPU for more than a tenth of the run, so response times may be the generator's own.`,
        ]
      : []),
    ...(wrong > 0 ? [`${of(wrong)} ${be(wrong)} off by more than ${clockLimitMs} ms on the clock.`] : []),
  ];
}
