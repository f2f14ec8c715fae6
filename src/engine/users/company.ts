import { longSteps } from './pace.ts';

/** Those who have their turn in one slice. */
export interface Company {
  /** What all of them leave behind is done when `work` is through. `isBehind`: some should have had theirs before. */
  together(work: () => void, isBehind?: boolean): void;
  /** For so long they have their turns, before others get theirs. */
  readonly sliceMs: number;
  /** They leave so much behind that the others have to wait for the next slice. */
  readonly isFull: boolean;
}

export const noCompany: Company = { together: (work) => work(), sliceMs: longSteps.sliceMs, isFull: false };
