import { randomDuration, seededRandom } from '../../src/lib/seeded-random.ts';
import { encodeFrame } from '../../src/metrics/frame.ts';
import { FrameBuilder } from '../../src/metrics/frame-builder.ts';
import type { Sample } from '../../src/metrics/sample.ts';
import type { Database } from '../../src/store/database.ts';
import { insertFrames, type NewFrame } from '../../src/store/frames.ts';
import { insertRunRows, type RunRows } from './rows.ts';

export interface Measured {
  seconds: number;
  /** Requests per second and node. */
  rate?: number;
  labels?: string[];
  /** Median response time. */
  medianMs?: number;
  /** Variation of the median between blocks of 15 s, as with real servers: 0.05 is 5 %. */
  drift?: number;
  /** Error rate, 0 to 1. */
  failing?: number;
  seed?: number;
  fromS?: number;
  grids?: number;
  nodesPerGrid?: number;
}

export const caps = { maxLabels: 5000, maxErrorTexts: 100 };
export const measuredFromS = 1_700_000_007;

/** A run with realistic frames, as sent by agents; the roller computes the roll-ups. */
export async function measuredRun(database: Database, measured: Measured): Promise<RunRows> {
  const rows = await insertRunRows(database, measured);
  const fromS = measured.fromS ?? measuredFromS;
  await database.query(
    `update runs set started_at = to_timestamp($2::float8), start_at = to_timestamp($2::float8),
       load_ended_at = to_timestamp($3::float8) where id = $1`,
    [rows.runId, fromS, fromS + measured.seconds],
  );
  for (const [index, { executionId }] of rows.executions.entries()) {
    const frames = framesFor(
      { ...measured, seed: (measured.seed ?? 1) * 1000 + index },
      executionId,
      rows.runId,
    );
    for (let at = 0; at < frames.length; at += 200) await insertFrames(database, frames.slice(at, at + 200));
  }
  return rows;
}

/** The frames of one execution, as created by its agent. */
export function framesFor(measured: Measured, executionId: string, runId: string, firstSeq = 1): NewFrame[] {
  return framesOf(measured).map((frame, at) => ({ ...frame, seq: firstSeq + at, executionId, runId }));
}

function framesOf(measured: Measured) {
  const {
    seconds,
    rate = 20,
    labels = ['Home', 'Checkout'],
    medianMs = 50,
    drift = 0,
    failing = 0,
  } = measured;
  const fromS = measured.fromS ?? measuredFromS;
  const random = seededRandom(measured.seed ?? 1);
  const builder = new FrameBuilder(caps);
  const frames: { second: number; samples: number; payload: Buffer }[] = [];
  let level = 1;
  for (let at = 0; at < seconds; at++) {
    if (at % 15 === 0) level = randomDuration(random, 1, drift);
    const samples = Array.from({ length: rate }, (): Sample => {
      const elapsedUs = Math.round(randomDuration(random, medianMs * level * 1000, 0.5));
      const isPassed = random() >= failing;
      return {
        label: labels[Math.floor(random() * labels.length)] ?? '',
        startedAtMs: (fromS + at + random()) * 1000 - elapsedUs / 1000,
        elapsedUs,
        latencyUs: Math.floor(elapsedUs / 2),
        connectUs: 100,
        isPassed,
        code: isPassed ? '200' : '503',
        message: isPassed ? '' : 'Service Unavailable',
        bytesIn: 1000,
        bytesOut: 100,
        users: 5,
      };
    });
    const input = { firstSeq: frames.length + 1, clockOffsetMs: 0, nowS: fromS + at, users: 5 };
    for (const frame of builder.build(samples, input))
      frames.push({
        second: frame.second,
        samples: countOf(frame),
        payload: encodeFrame(frame),
      });
  }
  return frames;
}

function countOf(frame: { labels: Map<string, { count: number }> }): number {
  return [...frame.labels.values()].reduce((sum, { count }) => sum + count, 0);
}
