import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { type Caps, overflowLabel } from './caps.ts';
import { createFrameReader, decodeFrame, encodeFrame, type Frame } from './frame.ts';
import { FrameBuilder } from './frame-builder.ts';
import { randomSamples } from './random-samples.ts';
import { emptyRollup, type Rollup, rollUpFrames, SecondMerger, sumOfGrids } from './rollup.ts';
import { decodeRollup, encodeRollup } from './rollup-codec.ts';
import { mergeRollups, RollupMerger } from './rollup-merger.ts';
import { snapshot } from './snapshot.ts';

const wide: Caps = { maxLabels: 100, maxErrorTexts: 100 };
const startS = 1_699_999_800;

interface ExecutionFrame {
  executionId: string;
  frame: Frame;
}

/**
 * Frames of several executions; each execution's samples are cut into batches at random, so a second has several
 * frames.
 */
function randomFrames(seed: number, caps: Caps, labels: string[], spanS = 700): ExecutionFrame[] {
  const random = seededRandom(seed);
  const frames: ExecutionFrame[] = [];
  for (const executionId of ['one', 'two', 'three']) {
    const samples = randomSamples(3000, random, { fromS: startS + 3, spanS, labels, failing: 0.1 });
    const builder = new FrameBuilder(caps);
    let firstSeq = 1;
    while (samples.length > 0) {
      const batch = samples.splice(0, 1 + Math.floor(random() * 500));
      const built = builder.build(batch, { firstSeq, clockOffsetMs: 0, nowS: 0, users: 0 });
      firstSeq += built.length;
      frames.push(...built.map((frame) => ({ executionId, frame })));
    }
  }
  return frames;
}

function secondsOf(frames: ExecutionFrame[], caps: Caps): Rollup[] {
  const seconds = Map.groupBy(frames, ({ frame }) => frame.second);
  return [...seconds].map(([second, group]) => rollUpFrames(second, group, caps));
}

function climb(rollups: Rollup[], spanS: number, caps: Caps): Rollup[] {
  const intervals = Map.groupBy(rollups, (rollup) => Math.floor(rollup.startS / spanS) * spanS);
  return [...intervals].map(([start, group]) => mergeRollups(group, { startS: start, spanS }, caps));
}

/** Merges without decoding each roll-up. */
async function mergeEncoded(rollups: Rollup[], caps: Caps): Promise<Rollup> {
  const merger = new RollupMerger(whole, caps);
  for (const rollup of rollups) await merger.addEncoded(encodeRollup(rollup), async () => undefined);
  await merger.settle(async () => undefined);
  return merger.finish();
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

function plain(rollup: Rollup): unknown {
  return {
    ...rollup,
    labels: snapshot(rollup.labels),
    peak: { ...rollup.peak, labels: Object.fromEntries(rollup.peak.labels) },
  };
}

const whole = { startS, spanS: 0 };

/** A roll-up without a directory of its labels. */
const writtenBefore = Buffer.from(
  'ASi1L/0g1x0FAHQJPAEyMgE9PQIBYQaaWN4E4AqUAdgH3gsDij74K6wWqLgClRGPpBDnoAOkyCCe3bDLqQGXPNvdBwMDNTAyHlNlcnZlciBhbnN3ZXJlZCB3aXRoIGZhaWx1cmUgMgEBYcjYAwM1MDAwAQFh/dYxMQEBYbHcAwFiA75jBuoHANibAaYH0JMEqWqipwjm6+zSF/23Ar1+AAwJAwMAQARYq2SiMgM=',
  'base64',
);

describe('rollUpFrames', () => {
  it('takes the maximum users of an execution within the second and sums over executions', () => {
    const frame = (users: number): Frame => ({ seq: 1, second: 60, users, labels: new Map() });
    const rollup = rollUpFrames(
      60,
      [
        { executionId: 'one', frame: frame(5) },
        { executionId: 'one', frame: frame(7) },
        { executionId: 'two', frame: frame(10) },
      ],
      wide,
    );
    assert.deepEqual(rollup.users, { max: 17, userSeconds: 17, activeSeconds: 1 });
    assert.equal(rollup.firstSecond, null);
    assert.equal(rollUpFrames(60, [{ executionId: 'one', frame: frame(0) }], wide).users.activeSeconds, 0);
  });

  it('equals the sum of the frames and does not change them', () => {
    const frames = randomFrames(1, wide, ['a', 'b'], 1);
    const before = frames.map(({ frame }) => snapshot(frame.labels));
    const rollup = rollUpFrames(startS + 3, frames, wide);
    assert.equal(rollup.peak.total, 9000);
    assert.equal(rollup.firstSecond, startS + 3);
    assert.deepEqual(
      frames.map(({ frame }) => snapshot(frame.labels)),
      before,
    );
  });
});

describe('SecondMerger and sumOfGrids', () => {
  for (const [name, caps] of Object.entries({ wide, narrow: { maxLabels: 2, maxErrorTexts: 2 } }))
    it(`give the same second as all frames at once, with ${name} caps`, () => {
      const frames = randomFrames(5, wide, ['a', 'b1', 'c22', 'd333'], 1);
      const read = createFrameReader();
      const grids = [new SecondMerger(startS + 3, caps), new SecondMerger(startS + 3, caps)] as const;
      for (const { executionId, frame } of frames) {
        const grid = grids[executionId === 'one' ? 0 : 1];
        grid.add(executionId, read(frame.seq, frame.second, encodeFrame({ ...frame, users: 7 })));
      }
      const sum = sumOfGrids(
        startS + 3,
        grids.map((grid) => grid.finish()),
        caps,
      );
      const together = frames.map(({ executionId, frame }) => ({
        executionId,
        frame: { ...frame, users: 7 },
      }));
      assert.deepEqual(plain(sum), plain(rollUpFrames(startS + 3, together, caps)));
      assert.equal(sum.users.max, 21);
    });
});

describe('mergeRollups', () => {
  it('returns the same whole by every path from frames to it', async () => {
    for (const seed of [1, 2, 3]) {
      const random = seededRandom(seed);
      const frames = randomFrames(seed, wide, ['a', 'b', 'c', 'd']);
      const ones = secondsOf(frames, wide);
      const direct = mergeRollups(ones, whole, wide);
      const fifteens = climb(shuffled(ones, random), 15, wide);
      const minutes = climb(shuffled(fifteens, random), 300, wide);
      const climbed = mergeRollups(shuffled(minutes, random), whole, wide);
      assert.deepEqual(plain(climbed), plain(direct));
      assert.deepEqual(plain(mergeRollups(fifteens, whole, wide)), plain(direct));
      const packed = secondsOf(
        shuffled(frames, random).map(({ executionId, frame }) => ({
          executionId,
          frame: decodeFrame(frame.seq, frame.second, encodeFrame(frame)),
        })),
        wide,
      );
      const stored = climb(packed, 15, wide).map((rollup) => decodeRollup(encodeRollup(rollup)));
      assert.deepEqual(plain(mergeRollups(stored, whole, wide)), plain(direct));
      assert.deepEqual(plain(await mergeEncoded(shuffled(minutes, random), wide)), plain(direct));
      assert.deepEqual(plain(await mergeEncoded(shuffled(ones, random), wide)), plain(direct));
      assert.equal(
        direct.labels.values().reduce((sum, stats) => sum + stats.count, 0),
        9000,
      );
    }
  });

  it('keeps the same labels and errors by every path when there are too many', () => {
    const caps: Caps = { maxLabels: 5, maxErrorTexts: 2 };
    const labels = Array.from({ length: 40 }, (_, at) => `label ${at}`);
    for (const seed of [4, 5]) {
      const random = seededRandom(seed);
      const frames = randomFrames(seed, caps, labels);
      const uncapped = randomFrames(seed, { maxLabels: 1000, maxErrorTexts: 1000 }, labels);
      const direct = mergeRollups(secondsOf(uncapped, caps), whole, caps);
      const climbed = mergeRollups(
        shuffled(climb(climb(secondsOf(shuffled(frames, random), caps), 15, caps), 300, caps), random),
        whole,
        caps,
      );
      assert.deepEqual(snapshot(climbed.labels), snapshot(direct.labels));
      assert.deepEqual([...climbed.labels.keys()].sort(), [overflowLabel, ...labels.slice(0, 5)].sort());
      assert.equal(climbed.peak.total, direct.peak.total);
      const exact = mergeRollups(secondsOf(uncapped, wide), whole, wide);
      for (const label of labels.slice(0, 5)) {
        assert.equal(climbed.labels.get(label)?.count, exact.labels.get(label)?.count);
        assert.equal(climbed.peak.labels.get(label), exact.peak.labels.get(label));
      }
    }
  });

  it('finds the busiest 15 seconds, in total and per label', () => {
    const count = (second: number, label: string, size: number) => {
      const samples = randomSamples(size, seededRandom(second), {
        fromS: second,
        spanS: 1,
        labels: [label],
        failing: 0,
      });
      const frames = new FrameBuilder(wide).build(samples, {
        firstSeq: 1,
        clockOffsetMs: 0,
        nowS: 0,
        users: 0,
      });
      return rollUpFrames(
        second,
        frames.map((frame) => ({ executionId: 'one', frame })),
        wide,
      );
    };
    const rollups = [
      count(startS + 1, 'a', 10),
      count(startS + 14, 'b', 20),
      count(startS + 15, 'a', 25),
      count(startS + 31, 'b', 12),
      count(startS + 44, 'b', 11),
    ];
    const expected = {
      total: 30,
      labels: new Map([
        ['a', 25],
        ['b', 23],
      ]),
    };
    assert.deepEqual(mergeRollups(rollups, whole, wide).peak, expected);
    assert.deepEqual(mergeRollups(climb(rollups, 15, wide), whole, wide).peak, expected);
  });

  it('of no frames is the empty roll-up', () => {
    assert.deepEqual(mergeRollups([], { startS: 30, spanS: 15 }, wide), emptyRollup(30, 15));
  });
});

describe('encodeRollup and decodeRollup', () => {
  it('reads all layouts of earlier versions, completely and by label', () => {
    const samples = randomSamples(12, seededRandom(1), {
      fromS: 60,
      spanS: 1,
      labels: ['a', 'b'],
      failing: 0.2,
    });
    const built = new FrameBuilder(wide).build(samples, { firstSeq: 1, clockOffsetMs: 0, nowS: 0, users: 3 });
    const rollup = rollUpFrames(
      60,
      built.map((frame) => ({ executionId: 'one', frame })),
      wide,
    );
    // Earlier versions recorded no codes of passed samples.
    for (const stats of rollup.labels.values()) stats.unknownCodes = stats.passed;
    assert.deepEqual(plain(decodeRollup(writtenBefore)), plain(rollup));
    for (const payload of [writtenBefore, encodeRollup(rollup)]) {
      const some = decodeRollup(payload, (label) => label === 'b');
      assert.deepEqual([...some.labels.keys()], ['b']);
      assert.deepEqual(snapshot(some.labels).b, snapshot(rollup.labels).b);
      assert.deepEqual([...some.peak.labels], [['b', rollup.peak.labels.get('b')]]);
    }
  });

  it('round-trip an empty and a full roll-up', () => {
    const full = mergeRollups(secondsOf(randomFrames(8, wide, ['a', 'b']), wide), whole, wide);
    for (const rollup of [emptyRollup(15, 15), full]) {
      assert.deepEqual(plain(decodeRollup(encodeRollup(rollup))), plain(rollup));
    }
  });

  it('reject invalid data', () => {
    const good = encodeRollup(mergeRollups(secondsOf(randomFrames(8, wide, ['a']), wide), whole, wide));
    for (const bytes of [Buffer.alloc(0), Buffer.of(0, 1), good.subarray(0, good.length - 1), Buffer.of(7)]) {
      assert.throws(() => decodeRollup(bytes), /^Error: A roll-up cannot be read: /);
    }
  });
});
