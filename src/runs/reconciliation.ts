import type { ExecutionRecord } from '../store/executions.ts';

/** Follows the samples of a run from the tool to the report. All equal, or `explanations` says why not. */
export interface Reconciliation {
  /** Samples the tools themselves wrote down. */
  produced: number;
  /** Samples the agents put into frames. */
  framed: number;
  /** Samples in the frames that arrived, as the agents counted them. */
  received: number;
  /** Samples found in the stored frames when they were rolled up. */
  stored: number;
  /** Samples in the report. */
  reported: number;
  isComplete: boolean;
  explanations: string[];
  /** What to know about the counts although they agree. */
  notes: string[];
  /** Milliseconds between the first samples of the first and of the last node to begin; null with fewer than two. */
  startSpreadMs: number | null;
}

export interface ReconciliationInput {
  executions: {
    execution: ExecutionRecord;
    where: string;
    receivedSamples: number;
    receivedFrames: number;
  }[];
  stored: number;
  reported: number;
}

export function reconcile(input: ReconciliationInput): Reconciliation {
  const explanations = input.executions.flatMap(explain);
  const sum = (pick: (one: ReconciliationInput['executions'][number]) => number) =>
    input.executions.reduce((total, one) => total + pick(one), 0);
  // A node that was given up cannot say what it produced; what arrived from it is the least it can have been.
  const produced = sum((one) => one.execution.outcome?.samplesProduced ?? one.receivedSamples);
  const framed = sum((one) => one.execution.outcome?.samplesFramed ?? one.receivedSamples);
  const received = sum((one) => one.receivedSamples);
  const { stored, reported } = input;
  if (received !== stored)
    explanations.push(`${received} samples arrived but ${stored} were found in the stored frames.`);
  if (stored !== reported)
    explanations.push(`${stored} samples are stored but ${reported} are in the report.`);
  const isComplete = explanations.length === 0 && produced === framed && framed === received;
  return {
    produced,
    framed,
    received,
    stored,
    reported,
    isComplete,
    explanations,
    notes: input.executions.flatMap(note),
    startSpreadMs: startSpread(input),
  };
}

function explain({
  execution,
  where,
  receivedSamples,
  receivedFrames,
}: ReconciliationInput['executions'][number]): string[] {
  const { outcome } = execution;
  if (!outcome) {
    return execution.state === 'given_up'
      ? [`The ${where} was given up; ${receivedSamples} samples of it are counted.`]
      : [];
  }
  const sentences: string[] = [];
  if (outcome.samplesProduced !== outcome.samplesFramed) {
    sentences.push(
      `The ${where} wrote ${outcome.samplesProduced} samples and framed ${outcome.samplesFramed}.`,
    );
  }
  if (outcome.samplesFramed !== receivedSamples || outcome.lastSeq !== receivedFrames) {
    sentences.push(
      `The ${where} made ${outcome.lastSeq} frames with ${outcome.samplesFramed} samples; ${receivedFrames} frames with ${receivedSamples} arrived.`,
    );
  }
  return sentences;
}

function note({ execution, where }: ReconciliationInput['executions'][number]): string[] {
  const { samplesMoved = 0, samplesProduced = 0, isOwnCountMissing = false } = execution.outcome ?? {};
  const notes: string[] = [];
  if (samplesMoved > 0)
    notes.push(`${samplesMoved} samples of the ${where} had an impossible time and were moved into the run.`);
  if (isOwnCountMissing)
    notes.push(
      `The load generator on the ${where} was killed before it wrote its own sample count; the ${samplesProduced} samples found in its results are taken as produced.`,
    );
  return notes;
}

function startSpread(input: ReconciliationInput): number | null {
  const firsts = input.executions.flatMap(({ execution }) => execution.outcome?.firstSampleAtMs ?? []);
  return firsts.length < 2 ? null : Math.max(...firsts) - Math.min(...firsts);
}
