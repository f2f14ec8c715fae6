import { longSlices } from './pace.ts';

/** Virtual users scheduled in the same time slice. Their requests are sent after the slice. */
export interface SliceBatch {
  /** Runs `work`, then sends what it has queued. `isBehind`: some users are overdue. */
  run(work: () => void, isBehind?: boolean): void;
  /** Run time of a slice before the event loop polls for responses. */
  readonly sliceMs: number;
  /** The request limit is reached: remaining users wait for the next slice. */
  readonly isFull: boolean;
}

export const unlimitedBatch: SliceBatch = {
  run: (work) => work(),
  sliceMs: longSlices.sliceMs,
  isFull: false,
};
