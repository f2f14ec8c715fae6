import type { GeneratorReport } from '../domain/generator.ts';
import type { Frame } from './frame.ts';

/** Statistics of a self-aggregating runner since its last block, within one second of service time. */
export interface FrameBlock extends Omit<Frame, 'seq'> {
  /** Number of samples. */
  samples: number;
  /** Start of the first sample, in service time; undefined without samples. */
  firstStartedAtMs: number | undefined;
  /** Active virtual users when the block was written; `users` is the maximum seen by a sample. */
  usersNow: number;
  /** Set in some blocks. */
  generator?: GeneratorReport | undefined;
  /** Set in the last block of each part of the runner. */
  ownCount?: OwnCount | undefined;
}

/** Sample count of one part of a runner, counted before aggregation. */
export interface OwnCount {
  samples: number;
  /** 0-based. */
  part: number;
  parts: number;
}
