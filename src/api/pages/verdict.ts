import { durationOfMs, percentOf, threeDigits, whole } from '../../lib/figures.ts';
import type { Report } from '../../metrics/report.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import type { RunView } from '../../runs/runs.ts';

/** Colour and sign never stand without the sentence. */
export interface Verdict {
  tone: 'going' | 'good' | 'doubt' | 'bad';
  sign: string;
  sentence: string;
}

const busyShare = 0.9;
const clockLimitMs = 50;

/** How the run fares, in one sentence; what makes its figures doubtful is part of it. */
export function verdictOf(
  view: RunView,
  report: Report,
  reconciliation: Reconciliation | null = null,
): Verdict {
  switch (view.status) {
    case 'queued':
      return { tone: 'going', sign: '◌', sentence: `Queued: ${progressOf(view, 'waiting')}.` };
    case 'running':
      return goingVerdict(view, report);
    case 'finished':
      return finalVerdict(view, report, reconciliation);
  }
}

function goingVerdict(view: RunView, report: Report): Verdict {
  const { phase } = view.run;
  const doubts = phase === 'running' ? doubtsOf(view) : [];
  const state =
    phase === 'running' ? 'Running' : phase === 'stopping' ? 'Stopping' : 'Collecting what the nodes have';
  const progress = progressOf(view, phase);
  const detail = progress === phase ? '' : ` Now: ${progress}.`;
  return {
    tone: doubts.length > 0 ? 'doubt' : 'going',
    sign: doubts.length > 0 ? '△' : '●',
    sentence: [`${state}: ${samplesOf(view, report, ' so far')}.${detail}`, ...doubts].join(' '),
  };
}

function finalVerdict(view: RunView, report: Report, reconciliation: Reconciliation | null): Verdict {
  const { remoteErrors, stopRequestedAt } = view.run;
  const { passed, failed } = report.total;
  const hasSamples = passed + failed > 0;
  const end = stopRequestedAt ? 'Finished, stopped by request' : 'Finished';
  const isShort = reconciliation !== null && !reconciliation.isComplete;
  const short = isShort ? ' Not every sample is accounted for: see the receipt.' : '';
  if (remoteErrors.length > 0) {
    const count = hasSamples ? `; ${samplesOf(view, report)}` : ', without a single sample';
    return {
      tone: 'bad',
      sign: '✕',
      sentence: `Finished. Something went wrong on the nodes${count}.${short}`,
    };
  }
  if (!hasSamples) {
    return stopRequestedAt
      ? { tone: 'doubt', sign: '△', sentence: `${end}, without a single sample.` }
      : { tone: 'bad', sign: '✕', sentence: 'Finished without a single sample.' };
  }
  const sentence = `${end}: ${samplesOf(view, report)}.${short}`;
  if (failed > 0) return { tone: 'bad', sign: '✕', sentence };
  return isShort ? { tone: 'doubt', sign: '△', sentence } : { tone: 'good', sign: '✓', sentence };
}

/** How many, from where, how fast, and how many of them failed. */
function samplesOf(view: RunView, { total }: Report, soFar = ''): string {
  const { passed, failed, requestsPerMinute, percentilesMs } = total;
  const count = passed + failed;
  if (count === 0) return `no samples${soFar}`;
  const failures = failed === 0 ? '0 failed' : `${whole(failed)} failed (${percentOf(failed, count)})`;
  const p95 = durationOfMs(percentilesMs['95'] ?? 0);
  const speed = `${threeDigits(requestsPerMinute / 60)} a second, p95 ${p95}`;
  return `${whole(count)} ${count === 1 ? 'sample' : 'samples'}${soFar}${placeOf(view)}, ${failures}; ${speed}`;
}

function placeOf({ grids }: RunView): string {
  const nodes = grids.reduce((sum, grid) => sum + grid.nodes.length, 0);
  if (nodes === 0) return '';
  const regions = [...new Set(grids.map(({ grid }) => grid.region))];
  const where = regions.length > 2 ? `${regions.length} regions` : regions.join(' and ');
  return ` from ${nodes === 1 ? '1 node' : `${whole(nodes)} nodes`} in ${where}`;
}

/** Without names, because the public reads them too. */
function doubtsOf(view: RunView): string[] {
  const nodes = view.grids.flatMap((grid) => grid.nodes).filter((node) => node.state !== 'ended');
  const count = (isSo: (node: (typeof nodes)[number]) => boolean) => nodes.filter(isSo).length;
  const silent = count((node) => node.state === 'lost');
  const busy = count((node) => (node.vitals?.cpu ?? 0) > busyShare);
  const wrong = count((node) => Math.abs(node.vitals?.clockOffsetMs ?? 0) > clockLimitMs);
  const of = (some: number) => (nodes.length === 1 ? 'The node' : `${some} of ${nodes.length} nodes`);
  const be = (some: number) => (nodes.length === 1 || some === 1 ? 'is' : 'are');
  return [
    ...(silent > 0 ? [`${of(silent)} ${be(silent)} silent.`] : []),
    ...(busy > 0
      ? [
          `${of(busy)} ${be(busy)} at over ${busyShare * 100} % of the CPU, so response times may be the generator's own.`,
        ]
      : []),
    ...(wrong > 0 ? [`${of(wrong)} ${be(wrong)} off by more than ${clockLimitMs} ms on the clock.`] : []),
  ];
}

function progressOf(view: RunView, otherwise: string): string {
  return (view.progress ?? otherwise).replace(/\.$/, '');
}
