import { encodeFrame } from '../../metrics/frame.ts';
import { FrameBuilder } from '../../metrics/frame-builder.ts';
import type { Sample } from '../../metrics/sample.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';
import type { ServiceClock } from '../service-clock.ts';
import type { Spool } from '../spool/spool.ts';

export interface PumpOptions {
  tool: Tool;
  execution: ToolExecution;
  spool: Spool;
  clock: ServiceClock;
}

const caps = { maxLabels: 2000, maxErrorTexts: 500 };
/** A backlog is worked off in turns of about this long, so that a wish to stop is heard meanwhile. */
const turnMs = 500;

/** Moves samples from the tool's output into the spool. What it has in memory can be lost at any moment without harm. */
export class Pump {
  readonly #options: PumpOptions;
  readonly #builder = new FrameBuilder(caps);
  #offset: string | undefined;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#offset = options.spool.progress.offset;
  }

  /** Takes over what is new. Makes at least one frame while the tool measures. True when there is more to be read at once. */
  async turn(isMeasuring: boolean): Promise<boolean> {
    const { tool, execution, spool } = this.#options;
    const seqBefore = spool.progress.lastSeq;
    const startedAt = performance.now();
    for (;;) {
      const { samples, offset } = await tool.read(execution, this.#offset);
      const isAtEnd = samples.length === 0 && offset === this.#offset;
      if (samples.length > 0) await this.#append(samples, offset);
      this.#offset = offset;
      if (isAtEnd) break;
      if (performance.now() - startedAt > turnMs) return true;
    }
    if (isMeasuring && spool.progress.lastSeq === seqBefore) await this.#append([], this.#offset);
    return false;
  }

  async #append(samples: Sample[], offset: string | undefined): Promise<void> {
    const { spool, clock } = this.#options;
    const before = spool.progress;
    const clockOffsetMs = clock.offsetMs;
    const users = samples.at(-1)?.users ?? before.users;
    const frames = this.#builder.build(samples, {
      firstSeq: before.lastSeq + 1,
      clockOffsetMs,
      nowS: Math.floor(clock.nowMs() / 1000),
      users,
    });
    await spool.append({
      progress: {
        offset,
        lastSeq: before.lastSeq + frames.length,
        samplesFramed: before.samplesFramed + samples.length,
        firstSampleAtMs: earliest(before.firstSampleAtMs, samples, clockOffsetMs),
        users: Math.max(0, Math.round(users) || 0),
        clockOffsetMs,
      },
      frames: frames.map((frame) => ({
        seq: frame.seq,
        second: frame.second,
        payload: encodeFrame(frame),
      })),
    });
  }
}

function earliest(known: number | null, samples: readonly Sample[], clockOffsetMs: number): number | null {
  let first = known ?? Number.POSITIVE_INFINITY;
  for (const sample of samples) {
    const startedAtMs = sample.startedAtMs + clockOffsetMs;
    if (startedAtMs < first) first = startedAtMs;
  }
  return Number.isFinite(first) ? first : null;
}
