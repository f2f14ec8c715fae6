import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../lib/log.ts';
import { samplesIn } from '../metrics/frame.ts';
import type { FrameIntake } from '../nodes/node-context.ts';
import type { SentFrame } from '../protocol/frame-message.ts';
import type { Database } from '../store/database.ts';
import { insertFrames, type NewFrame } from '../store/frames.ts';
import type { RunMeter } from './run-context.ts';

/** Stores frames of all nodes in large batches, one transaction each. */
export interface Ingest extends FrameIntake {
  close(): Promise<void>;
}

interface Delivery {
  frames: NewFrame[];
  bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}

const maxBatchBytes = 8 << 20;
/** How long frames wait for those of other nodes: a transaction costs as much as storing ten frames. */
const defaultGatherMs = 40;
/** Frames further in the future are invalid: node clocks are synchronized to milliseconds. */
const farAheadS = 3600;
const maxInteger = 2_147_483_647;

export function createIngest({
  database,
  log,
  nowMs = Date.now,
  gatherMs = defaultGatherMs,
  onStored = () => {},
}: {
  database: Database;
  log: Log;
  nowMs?: () => number;
  gatherMs?: number;
  onStored?: RunMeter['framesStored'];
}): Ingest {
  let queue: Delivery[] = [];
  let pendingBytes = 0;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (queue.length > 0) {
      await delay(gatherMs);
      const batch = nextBatch();
      try {
        const frames = batch.flatMap((delivery) => delivery.frames);
        await insertFrames(database, frames);
        onStored(frames, nowMs());
        for (const delivery of batch) delivery.resolve();
      } catch (error) {
        log.error({ err: error, deliveries: batch.length }, 'frames.store.failed');
        for (const delivery of batch) delivery.reject(error);
      } finally {
        for (const delivery of batch) pendingBytes -= delivery.bytes;
      }
    }
    // Same turn of the event loop as the empty check: later frames start a new loop.
    working = undefined;
  }

  /** Moves frames from the far future to now. Agents never send them; roll-ups would not reach them. */
  function possible(second: number, executionId: string): number {
    const nowS = Math.floor(nowMs() / 1000);
    if (second <= nowS + farAheadS || second > maxInteger) return second;
    log.warn({ executionId, second }, 'frame.impossible_time');
    return nowS;
  }

  function nextBatch(): Delivery[] {
    let bytes = 0;
    let count = 0;
    while (count < queue.length && (count === 0 || bytes < maxBatchBytes))
      bytes += queue[count++]?.bytes ?? 0;
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  return {
    get pendingBytes() {
      return pendingBytes;
    },

    async take(executionId, runId, sent) {
      // Validated before batching, so that an invalid frame fails its sender only.
      const frames = sent.map((frame) =>
        storable(executionId, runId, { ...frame, second: possible(frame.second, executionId) }),
      );
      const bytes = frames.reduce((sum, frame) => sum + frame.payload.byteLength + 64, 0);
      pendingBytes += bytes;
      const stored = new Promise<void>((resolve, reject) => {
        queue.push({ frames, bytes, resolve, reject });
      });
      working ??= work();
      return stored;
    },

    async close() {
      await working;
    },
  };
}

function storable(executionId: string, runId: string, { seq, second, payload }: SentFrame): NewFrame {
  const samples = samplesIn(payload);
  if (Math.max(seq, second, samples) > maxInteger)
    throw new AppError(
      'malformed',
      `Frame ${seq} of execution ${executionId} contains a number above ${maxInteger}.`,
    );
  return { executionId, runId, seq, second, samples, payload };
}
