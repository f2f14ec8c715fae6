import type { GeneratorReport } from '../../domain/generator.ts';
import type { Masker } from '../../lib/masker.ts';
import { frameCaps } from '../../metrics/caps.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../metrics/frame.ts';
import type { FrameBlock } from '../../metrics/frame-block.ts';
import { FrameBuilder } from '../../metrics/frame-builder.ts';
import { maskLabels } from '../../metrics/mask-labels.ts';
import type { Sample } from '../../metrics/sample.ts';
import type { SentFrame } from '../../protocol/frame-message.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';
import type { ServiceClock } from '../service-clock.ts';
import type { OpenSecond } from '../spool/record.ts';
import type { Spool } from '../spool/spool.ts';

export interface PumpOptions {
  tool: Tool;
  execution: ToolExecution;
  spool: Spool;
  clock: ServiceClock;
  /** Common start, in service time. */
  startAtMs: number;
  /** Receives schedule lag and in-flight requests, from tools that report them. */
  onGenerator(report: GeneratorReport): void;
  /** Undefined without secrets. */
  masker?: Masker | undefined;
}

/** Maximum time of one turn over a backlog, so that stop requests are handled in between. */
const turnMs = 500;
/** Approximate maximum of samples in one spool record. */
const maxSamplesPerRecord = 20_000;
/** A read of a running tool that returns fewer samples than this ends the turn. */
const fewSamples = 1000;

export type ToolPhase = 'held' | 'measuring' | 'over';

interface Batch {
  samples: Sample[];
  blocks: FrameBlock[];
  /** Processing cost of the batch, in samples. */
  weight: number;
  offset: string | undefined;
  isCaughtUp: boolean;
}

const nothing: Batch = { samples: [], blocks: [], weight: 0, offset: undefined, isCaughtUp: false };

/** Merging one label of a block costs about as much as recording this many samples. */
const samplesPerLabel = 10;

function weightOf(blocks: readonly FrameBlock[]): number {
  return blocks.reduce((sum, block) => sum + samplesPerLabel * (1 + block.labels.size), 0);
}

/** Moves samples from the tool's output into the spool. Holds no state that a crash could lose. */
export class Pump {
  readonly #options: PumpOptions;
  readonly #builder = new FrameBuilder(frameCaps);
  #offset: string | undefined;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#offset = options.spool.progress.offset;
  }

  /**
   * Reads new samples, all of them in phase `over`. In phase `measuring` every second gets a frame, even without samples.
   * Returns true when more samples are available right away.
   */
  async turn(phase: ToolPhase): Promise<boolean> {
    const { spool } = this.#options;
    const before = spool.progress;
    const startedAt = performance.now();
    for (;;) {
      const batch = await this.#read(phase);
      if (batch.weight > 0) await this.#append(batch);
      this.#offset = batch.offset;
      if (batch.isCaughtUp) break;
      if (performance.now() - startedAt > turnMs) return true;
    }
    if (phase === 'measuring' && spool.progress === before) {
      await this.#append({ ...nothing, offset: this.#offset });
    }
    return false;
  }

  async #read(phase: ToolPhase): Promise<Batch> {
    const { tool, execution } = this.#options;
    const batch: Batch = { ...nothing, offset: this.#offset };
    while (batch.weight < maxSamplesPerRecord) {
      const { samples, blocks = [], offset, generator } = await tool.read(execution, batch.offset);
      const weight = samples.length + weightOf(blocks);
      const isAtEnd = weight === 0 && offset === batch.offset;
      batch.samples = batch.samples.length === 0 ? samples : batch.samples.concat(samples);
      batch.blocks = batch.blocks.concat(blocks);
      batch.weight += weight;
      batch.offset = offset;
      if (generator) this.#options.onGenerator(generator);
      batch.isCaughtUp = isAtEnd || (phase !== 'over' && weight < fewSamples);
      if (batch.isCaughtUp) break;
    }
    return batch;
  }

  async #append({ samples, blocks, offset }: Batch): Promise<void> {
    const { spool, clock, startAtMs, masker } = this.#options;
    const before = spool.progress;
    const clockOffsetMs = clock.offsetMs;
    const movedBefore = this.#builder.moved;
    const startedAtS = Math.floor(startAtMs / 1000);
    const nowS = Math.floor(clock.nowMs() / 1000);
    const users = samples.at(-1)?.users ?? blocks.at(-1)?.usersNow ?? before.users;
    const made = this.#builder.build(
      samples,
      { firstSeq: 1, clockOffsetMs, nowS, users, startedAtS },
      blocks,
    );
    if (masker) for (const frame of made) frame.labels = maskLabels(frame.labels, masker);
    const count = blocks.reduce((sum, block) => sum + block.samples, samples.length);
    const { done, open } = parkOpenSecond(made, before.open, nowS);
    const frames = done.map((frame, index) => sentFrame(frame, before.lastSeq + 1 + index));
    await spool.append({
      progress: {
        offset,
        lastSeq: before.lastSeq + frames.length,
        samplesFramed: before.samplesFramed + count,
        samplesMoved: before.samplesMoved + this.#builder.moved - movedBefore,
        firstSampleAtMs: earliest(before.firstSampleAtMs, samples, clockOffsetMs, blocks, startedAtS),
        users: Math.max(0, Math.round(users) || 0),
        clockOffsetMs,
        open,
      },
      frames,
    });
  }
}

/**
 * Holds back the current second, so that it becomes one frame instead of one per turn, and merges a held-back second
 * into the frame of the same second.
 */
function parkOpenSecond(
  made: readonly Frame[],
  parked: OpenSecond | null,
  nowS: number,
): { done: Frame[]; open: OpenSecond | null } {
  const frames = [...made];
  if (parked) {
    const before = decodeFrame(0, parked.second, parked.payload);
    const same = frames.find((frame) => frame.second === parked.second);
    if (same) frames.splice(frames.indexOf(same), 1, merged(before, same));
    else frames.unshift(before);
  }
  const open = frames.find((frame) => frame.second === nowS);
  return {
    done: frames.filter((frame) => frame !== open),
    open: open ? { second: open.second, payload: encodeFrame(open) } : null,
  };
}

function merged(one: Frame, other: Frame): Frame {
  for (const [label, stats] of other.labels) {
    const known = one.labels.get(label);
    if (known) known.merge(stats);
    else one.labels.set(label, stats);
  }
  return { ...one, users: Math.max(one.users, other.users) };
}

function sentFrame(frame: Frame, seq: number): SentFrame {
  return { seq, second: frame.second, payload: encodeFrame(frame) };
}

function earliest(
  known: number | null,
  samples: readonly Sample[],
  clockOffsetMs: number,
  blocks: readonly FrameBlock[],
  startedAtS: number,
): number | null {
  // No sample can start before the barrier opens; earlier timestamps are invalid.
  const minMs = (startedAtS - 60) * 1000;
  let first = known ?? Number.POSITIVE_INFINITY;
  for (const { firstStartedAtMs } of blocks) {
    if (firstStartedAtMs !== undefined && firstStartedAtMs < first && firstStartedAtMs >= minMs)
      first = firstStartedAtMs;
  }
  for (const sample of samples) {
    const startedAtMs = sample.startedAtMs + clockOffsetMs;
    if (startedAtMs < first && startedAtMs >= minMs) first = startedAtMs;
  }
  return Number.isFinite(first) ? first : null;
}
