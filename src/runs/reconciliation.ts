import type { RowReceipt } from '../domain/row-ranges.ts';
import type { ExecutionRecord } from '../store/executions.ts';

/** Sample counts of a run from the tool to the report. Equal, unless `explanations` lists the differences. */
export interface Reconciliation {
  /** Samples written by the tools. */
  produced: number;
  /** Samples in frames built by the agents. */
  framed: number;
  /** Samples in received frames, as counted by the agents. */
  received: number;
  /** Samples decoded from stored frames for the roll-ups. */
  stored: number;
  /** Samples in the report. */
  reported: number;
  isComplete: boolean;
  explanations: string[];
  /** Remarks on counts that agree. */
  notes: string[];
  /** Time between the first samples of the earliest and latest node; null with fewer than two nodes. */
  startSpreadMs: number | null;
  /** Rows of leased data files; absent without one. */
  rows?: RowReceipt[];
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
  rows: RowReceipt[];
}

export function reconcile(input: ReconciliationInput): Reconciliation {
  const explanations = input.executions.flatMap(explain);
  const sum = (pick: (one: ReconciliationInput['executions'][number]) => number) =>
    input.executions.reduce((total, one) => total + pick(one), 0);
  // An abandoned node reports no count; the received samples are the lower bound.
  const produced = sum((one) => one.execution.outcome?.samplesProduced ?? one.receivedSamples);
  const framed = sum((one) => one.execution.outcome?.samplesFramed ?? one.receivedSamples);
  const received = sum((one) => one.receivedSamples);
  const { stored, reported } = input;
  if (received !== stored)
    explanations.push(`${received} samples were received, but the stored frames contain ${stored}.`);
  if (stored !== reported)
    explanations.push(`${stored} samples are stored, but the report contains ${reported}.`);
  const isComplete = explanations.length === 0 && produced === framed && framed === received;
  return {
    produced,
    framed,
    received,
    stored,
    reported,
    isComplete,
    explanations,
    notes: [...input.executions.flatMap(note), ...input.rows.flatMap(noteRows)],
    startSpreadMs: startSpread(input),
    ...(input.rows.length > 0 ? { rows: input.rows } : {}),
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
      ? [`The ${where} was abandoned; ${receivedSamples} samples received from it are counted.`]
      : [];
  }
  const sentences: string[] = [];
  if (outcome.samplesProduced !== outcome.samplesFramed) {
    sentences.push(
      `The ${where} produced ${outcome.samplesProduced} samples and framed ${outcome.samplesFramed}.`,
    );
  }
  if (outcome.samplesFramed !== receivedSamples || outcome.lastSeq !== receivedFrames) {
    sentences.push(
      `The ${where} built ${outcome.lastSeq} frames with ${outcome.samplesFramed} samples; ${receivedFrames} frames with ${receivedSamples} samples were received.`,
    );
  }
  return sentences;
}

function note({ execution, where }: ReconciliationInput['executions'][number]): string[] {
  const { samplesMoved = 0, samplesProduced = 0, isOwnCountMissing = false } = execution.outcome ?? {};
  const notes: string[] = [];
  if (samplesMoved > 0)
    notes.push(
      `${samplesMoved} samples of the ${where} had a timestamp outside of the run and were moved into it.`,
    );
  if (isOwnCountMissing)
    notes.push(
      `The load generator on the ${where} ended without its own sample count; the ${samplesProduced} samples in its results count as produced.`,
    );
  return notes;
}

function noteRows({ file, lost }: RowReceipt): string[] {
  return lost === 0
    ? []
    : [
        `Lost nodes had leased ${lost} rows of ${file} and may have used them; they were not given to other nodes.`,
      ];
}

function startSpread(input: ReconciliationInput): number | null {
  const firsts = input.executions.flatMap(({ execution }) => execution.outcome?.firstSampleAtMs ?? []);
  return firsts.length < 2 ? null : Math.max(...firsts) - Math.min(...firsts);
}
