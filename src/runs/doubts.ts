import { type GeneratorLoad, isGeneratorBusy, isGeneratorLate } from '../domain/generator.ts';
import { busyCpu } from '../domain/overload.ts';
import type { RunStatus } from '../domain/run.ts';
import { durationOfMs } from '../lib/figures.ts';
import type { NodeFigures } from './run-views.ts';

const clockLimitMs = 50;

export type DoubtfulNode = Pick<NodeFigures, 'lostAt' | 'isOverloaded' | 'wholeClockOffsetMs'>;

export interface DoubtFacts {
  status: RunStatus;
  /** Without samples, only lost nodes are reported. */
  hasSamples: boolean;
  nodes: readonly DoubtfulNode[];
  generator: GeneratorLoad | undefined;
}

/** Reasons to doubt the figures, one sentence each. Contain no host names, because public runs show them. */
export function doubtsOf({ status, hasSamples, nodes, generator }: DoubtFacts): string[] {
  return [
    ...nodeDoubts(nodes, status, hasSamples),
    ...(hasSamples && generator ? generatorDoubts(generator) : []),
  ];
}

/** A saturated generator produces less load than planned, and its delays are part of the response times. */
function generatorDoubts(load: GeneratorLoad): string[] {
  const { lagP99Ms, busyShare } = load;
  const signs = [
    ...(isGeneratorLate(load) ? [`schedule lag p99 ${durationOfMs(lagP99Ms)}`] : []),
    ...(isGeneratorBusy(load) ? [`${Math.floor(busyShare * 100)} % busy`] : []),
  ];
  if (signs.length === 0) return [];
  return [
    `The load generator was saturated (${signs.join(', ')}), so response times may include its own delays. Use more nodes.`,
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
          `${of(busy)} ${been(busy)} above ${busyCpu * 100} % CPU for more than 10 % of the run, so response times may include delays of the load generator.`,
        ]
      : []),
    ...(wrong > 0
      ? [`The clock of ${of(wrong).replace('The', 'the')} ${be(1)} off by more than ${clockLimitMs} ms.`]
      : []),
  ];
}
