import { AppError } from '../domain/errors.ts';
import type { Log } from '../lib/log.ts';
import { samplesIn } from '../metrics/frame.ts';
import type { SentFrame } from '../protocol/frame-message.ts';
import type { Database } from '../store/database.ts';
import { insertFrames, type NewFrame } from '../store/frames.ts';

/** Takes frames from all nodes and stores them in large batches, each in one transaction. */
export interface Ingest {
  /** Resolves once the frames are stored. */
  take(executionId: string, runId: string, frames: SentFrame[]): Promise<void>;
  /** Bytes taken and not yet stored; those who bring more should wait while this is large. */
  readonly pendingBytes: number;
  close(): Promise<void>;
}

interface Delivery {
  frames: NewFrame[];
  bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}

const maxBatchBytes = 8 << 20;
/** Clocks of nodes are measured to milliseconds; this is far beyond any of their mistakes. */
const farAheadS = 3600;
const maxInteger = 2_147_483_647;

export function createIngest({
  database,
  log,
  nowMs = Date.now,
}: {
  database: Database;
  log: Log;
  nowMs?: () => number;
}): Ingest {
  let queue: Delivery[] = [];
  let pendingBytes = 0;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = nextBatch();
      try {
        await insertFrames(
          database,
          batch.flatMap(({ frames }) => frames),
        );
        for (const delivery of batch) delivery.resolve();
      } catch (error) {
        log.error(
          { err: error, deliveries: batch.length },
          'frames could not be stored; nodes will send them again',
        );
        for (const delivery of batch) delivery.reject(error);
      } finally {
        for (const delivery of batch) pendingBytes -= delivery.bytes;
      }
    }
    // In the same turn in which the queue was found empty: what is taken from now on starts the work again.
    working = undefined;
  }

  /** Agents see to it that no sample lies in the future; whatever sends frames, none may be where no roll-up reaches. */
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
      // Looked at one by one, before it is put together with what others sent: a bad frame harms its sender only.
      const frames = sent.map((frame) =>
        storable(executionId, runId, { ...frame, second: possible(frame.second, executionId) }),
      );
      const bytes = frames.reduce((sum, frame) => sum + frame.payload.byteLength + 64, 0);
      pendingBytes += bytes;
      const stored = new Promise<void>((resolve, reject) => {
        queue.push({ frames, bytes, resolve, reject });
      });
      // A tick later, so that what arrives together is stored together.
      working ??= new Promise<void>((resolve) => setImmediate(resolve)).then(work);
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
      `Frame ${seq} of execution ${executionId} holds numbers that are too large.`,
    );
  return { executionId, runId, seq, second, samples, payload };
}
