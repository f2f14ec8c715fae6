import { type GeneratorLoad, isGeneratorBusy, isGeneratorLate } from '../domain/generator.ts';
import { busyCpu } from '../domain/overload.ts';
import type { RunStatus } from '../domain/run.ts';
import { durationOfMs } from '../lib/figures.ts';
import type { NodeFigures } from './run-views.ts';

const clockLimitMs = 50;

export type DoubtfulNode = Pick<NodeFigures, 'lostAt' | 'isOverloaded' | 'wholeClockOffsetMs'>;

export interface DoubtFacts {
  status: RunStatus;
  /** Without samples there is nothing to doubt but the nodes. */
  hasSamples: boolean;
  nodes: readonly DoubtfulNode[];
  generator: GeneratorLoad | undefined;
}

/** What makes the figures of a run doubtful, a sentence each. Without names, because the public reads them too. */
export function doubtsOf({ status, hasSamples, nodes, generator }: DoubtFacts): string[] {
  return [
    ...nodeDoubts(nodes, status, hasSamples),
    ...(hasSamples && generator ? generatorDoubts(generator) : []),
  ];
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

function nodeDoubts(nodes: readonly DoubtfulNode[], status: RunStatus, hasSamples: boolean): string[] {
  if (status === 'queued') return [];
  const count = (isSo: (node: DoubtfulNode) => boolean) => nodes.filter(isSo).length;
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
