import { longSlices } from './pace.ts';

/** Those who have their turn in one slice. */
export interface SliceBatch {
  /** What all of them leave behind is done when `work` is through. `isBehind`: some should have had theirs before. */
  run(work: () => void, isBehind?: boolean): void;
  /** For so long they have their turns, before others get theirs. */
  readonly sliceMs: number;
  /** They leave so much behind that the others have to wait for the next slice. */
  readonly isFull: boolean;
}

export const unlimitedBatch: SliceBatch = {
  run: (work) => work(),
  sliceMs: longSlices.sliceMs,
  isFull: false,
};
