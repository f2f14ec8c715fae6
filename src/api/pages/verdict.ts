import { durationOfMs, percentOf, threeDigits, whole } from '../../lib/figures.ts';
import type { Report } from '../../metrics/report.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import type { RunView } from '../../runs/runs.ts';

/** Colour never stands without the sentence. */
export interface Verdict {
  tone: 'going' | 'good' | 'doubt' | 'bad';
  sentence: string;
}

/** How the run fares, in one sentence. */
export function verdictOf(
  view: RunView,
  report: Report,
  reconciliation: Reconciliation | null = null,
): Verdict {
  switch (view.status) {
    case 'queued':
      return { tone: 'going', sentence: `Queued: ${progressOf(view, 'waiting')}.` };
    case 'running':
      return goingVerdict(view, report);
    case 'finished':
      return finalVerdict(view, report, reconciliation);
  }
}

function goingVerdict(view: RunView, report: Report): Verdict {
  const { phase } = view.run;
  const state =
    phase === 'running' ? 'Running' : phase === 'stopping' ? 'Stopping' : 'Collecting what the nodes have';
  const progress = progressOf(view, phase);
  const detail = progress === phase ? '' : ` Now: ${progress}.`;
  return { tone: 'going', sentence: `${state}: ${samplesOf(view, report, ' so far')}.${detail}` };
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
      sentence: `Finished. Something went wrong on the nodes${count}.${short}`,
    };
  }
  if (!hasSamples) {
    return stopRequestedAt
      ? { tone: 'doubt', sentence: `${end}, without a single sample.` }
      : { tone: 'bad', sentence: 'Finished without a single sample.' };
  }
  const sentence = `${end}: ${samplesOf(view, report)}.${short}`;
  if (failed > 0) return { tone: 'bad', sentence };
  return isShort ? { tone: 'doubt', sentence } : { tone: 'good', sentence };
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

function progressOf(view: RunView, otherwise: string): string {
  return (view.progress ?? otherwise).replace(/\.$/, '');
}
