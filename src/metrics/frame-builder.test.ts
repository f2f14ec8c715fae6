import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { overflowErrorMessage, overflowLabel } from './caps.ts';
import type { Frame } from './frame.ts';
import { FrameBuilder, type FrameBuilderInput } from './frame-builder.ts';
import { errorKey, type LabelStats } from './label-stats.ts';
import { randomSamples } from './random-samples.ts';
import type { Sample } from './sample.ts';

const caps = { maxLabels: 100, maxErrorTexts: 100 };
const input: FrameBuilderInput = { firstSeq: 1, clockOffsetMs: 0, nowS: 500, users: 0 };

function sample(changes: Partial<Sample> = {}): Sample {
  return {
    label: 'home',
    startedAtMs: 1_000_000,
    elapsedUs: 100_000,
    latencyUs: 50_000,
    connectUs: 10_000,
    isPassed: true,
    code: '200',
    message: '',
    bytesIn: 1000,
    bytesOut: 100,
    users: 5,
    ...changes,
  };
}

function only(samples: Sample[], builder = new FrameBuilder(caps)): Map<string, LabelStats> {
  const frames = builder.build(samples, input);
  assert.equal(frames.length, 1);
  return frames[0]!.labels;
}

/** Sorted, independent of arrival order. */
function encodedLabels({ second, users, labels }: Frame) {
  return {
    second,
    users,
    labels: [...labels].toSorted().map(([label, stats]) => ({
      label,
      ...stats,
      passed: stats.passedHistogram.encode(),
      failed: stats.failedHistogram.encode(),
      errors: [...stats.errors.values()].toSorted((one, other) => (one.message < other.message ? -1 : 1)),
    })),
  };
}

describe('FrameBuilder', () => {
  it('builds the same frames from blocks as from their samples', () => {
    const options = { fromS: 490, spanS: 3, labels: ['home', 'cart', 'pay'], failing: 0.3 };
    const samples = randomSamples(2000, seededRandom(3), options);
    const pieces = [samples.slice(0, 700), samples.slice(700, 703), samples.slice(703)];
    const blocks = pieces
      .flatMap((piece) => new FrameBuilder(caps).build(piece, input))
      .map((frame) => ({ ...frame, usersNow: 1, firstStartedAtMs: undefined }));
    const made = new FrameBuilder(caps).build([], input, blocks);
    assert.deepEqual(
      made.map(encodedLabels),
      new FrameBuilder(caps).build(samples, input).map(encodedLabels),
    );
    // Both at once.
    const rest = blocks.slice(3);
    const mixed = new FrameBuilder(caps).build(pieces[0]!, input, rest);
    assert.deepEqual(mixed.map(encodedLabels), made.map(encodedLabels));
  });

  it('assigns a sample to the second in which it ended, in service time', () => {
    const samples = [
      sample({ startedAtMs: 10_000, elapsedUs: 1_999_999 }),
      sample({ startedAtMs: 10_000, elapsedUs: 2_000_000 }),
      sample({ startedAtMs: 11_400, elapsedUs: 100_000 }),
    ];
    const builder = new FrameBuilder(caps);
    const frames = builder.build(samples, { ...input, firstSeq: 7 });
    assert.deepEqual(
      frames.map(({ seq, second, labels }) => [seq, second, labels.get('home')?.count]),
      [
        [7, 11, 2],
        [8, 12, 1],
      ],
    );
    const shifted = new FrameBuilder(caps).build(samples, { ...input, clockOffsetMs: -1600 });
    assert.deepEqual(
      shifted.map(({ seq, second }) => [seq, second]),
      [
        [1, 9],
        [2, 10],
      ],
    );
  });

  it('returns one frame with users and no labels for a batch without samples', () => {
    const frames = new FrameBuilder(caps).build([], { ...input, firstSeq: 3, users: 42 });
    assert.deepEqual(frames, [{ seq: 3, second: 500, users: 42, labels: new Map() }]);
  });

  it('contains the maximum number of users seen by a sample of the second', () => {
    const frames = new FrameBuilder(caps).build(
      [sample({ users: 3 }), sample({ users: 9 }), sample()],
      input,
    );
    assert.deepEqual(
      frames.map(({ users }) => users),
      [9],
    );
  });

  it('fills seconds missing since earlier batches, with the users of that time', () => {
    const builder = new FrameBuilder(caps);
    builder.build([sample({ startedAtMs: 10_000, users: 4 })], input);
    const frames = builder.build([sample({ startedAtMs: 13_000, users: 6 })], { ...input, firstSeq: 2 });
    assert.deepEqual(
      frames.map(({ seq, second, users, labels }) => [seq, second, users, labels.size]),
      [
        [2, 11, 4, 0],
        [3, 12, 4, 0],
        [4, 13, 6, 1],
      ],
    );
    const late = builder.build([sample({ startedAtMs: 9_000 })], { ...input, firstSeq: 5 });
    assert.deepEqual(
      late.map(({ second }) => second),
      [9],
    );
    const muchLater = builder.build([sample({ startedAtMs: 900_000 })], { ...input, firstSeq: 6 });
    assert.equal(muchLater.length, 1);
  });

  it('keeps all sums of a label exactly', () => {
    const samples = randomSamples(2000, seededRandom(1), {
      fromS: 100,
      spanS: 1,
      labels: ['a'],
      failing: 0.2,
    });
    const stats = only(samples).get('a');
    const sum = (of: (sample: Sample) => number) => samples.reduce((total, each) => total + of(each), 0);
    assert.ok(stats);
    assert.equal(
      stats.passed,
      sum((each) => Number(each.isPassed)),
    );
    assert.equal(stats.failed, 2000 - stats.passed);
    assert.equal(
      stats.sumUs,
      sum((each) => each.elapsedUs),
    );
    assert.equal(
      stats.sumSquares,
      sum((each) => each.elapsedUs ** 2),
    );
    assert.equal(
      stats.latencySumUs,
      sum((each) => each.latencyUs),
    );
    assert.equal(
      stats.connectSumUs,
      sum((each) => each.connectUs),
    );
    assert.equal(
      stats.bytesIn,
      sum((each) => each.bytesIn),
    );
    assert.equal(
      stats.bytesOut,
      sum((each) => each.bytesOut),
    );
    assert.equal(stats.minUs, Math.min(...samples.map((each) => each.elapsedUs)));
    assert.equal(stats.maxUs, Math.max(...samples.map((each) => each.elapsedUs)));
  });

  it('counts failures by code and message and keeps the first one', () => {
    const failed = { isPassed: false, code: '500', message: 'broken' };
    const stats = only([
      sample({ ...failed, startedAtMs: 1_000_200 }),
      sample({ ...failed, startedAtMs: 1_000_100 }),
      sample({ ...failed, code: '503' }),
      sample(),
    ]).get('home');
    assert.deepEqual(stats?.errors.get(errorKey('500', 'broken')), {
      code: '500',
      message: 'broken',
      count: 2,
      example: { label: 'home', atMs: 1_000_200 },
    });
    assert.equal(stats?.errors.get(errorKey('503', 'broken'))?.count, 1);
    assert.equal(stats?.failed, 3);
  });

  it('merges labels beyond the cap into the overflow label, keeping static names', () => {
    const samples = Array.from({ length: 50 }, (_, at) => sample({ label: `/order/${at}` }));
    samples.push(sample({ label: 'Check out' }), sample({ label: 'Log in' }));
    const labels = only(samples, new FrameBuilder({ maxLabels: 3, maxErrorTexts: 10 }));
    assert.deepEqual([...labels.keys()].sort(), [overflowLabel, '/order/0', 'Check out', 'Log in'].sort());
    assert.equal(labels.get(overflowLabel)?.count, 49);
    assert.equal(labels.get(overflowLabel)?.bytesIn, 49_000);
  });

  it('merges error texts beyond the cap into the overflow error, over all labels', () => {
    const samples = ['a', 'b'].flatMap((label) =>
      Array.from({ length: 20 }, (_, at) =>
        sample({
          label,
          isPassed: false,
          code: '500',
          message: `order ${at} failed`,
          startedAtMs: 1_000_000 + at,
        }),
      ),
    );
    const labels = only(samples, new FrameBuilder({ maxLabels: 10, maxErrorTexts: 4 }));
    for (const label of ['a', 'b']) {
      const errors = [...(labels.get(label)?.errors.values() ?? [])];
      assert.equal(errors.length, 5);
      assert.equal(
        errors.reduce((total, error) => total + error.count, 0),
        20,
      );
      const overflow = errors.find((error) => error.message === overflowErrorMessage);
      assert.deepEqual(overflow, {
        code: '',
        message: overflowErrorMessage,
        count: 16,
        example: { label, atMs: 1_000_104 },
      });
    }
  });

  it('truncates long texts between code points and removes characters that cannot be stored', () => {
    const labels = only([
      sample({
        label: `${'x'.repeat(499)}😀`,
        isPassed: false,
        code: 'c'.repeat(300),
        message: 'm'.repeat(3000),
      }),
      sample({ label: 'half \ud83d and \0' }),
    ]);
    assert.deepEqual([...labels.keys()], ['x'.repeat(499), 'half \ufffd and \ufffd']);
    const [error] = labels.get('x'.repeat(499))?.errors.values() ?? [];
    assert.equal(error?.message.length, 1000);
    assert.equal(error?.code.length, 100);
  });

  it('counts samples with invalid figures', () => {
    const labels = only([
      sample({
        elapsedUs: Number.NaN,
        startedAtMs: 500_000,
        bytesIn: -1,
        bytesOut: Number.POSITIVE_INFINITY,
      }),
      sample({ startedAtMs: Number.NaN }),
      sample({ elapsedUs: -7, startedAtMs: 500_900, latencyUs: 1.4, users: Number.NaN }),
    ]);
    const stats = labels.get('home');
    assert.equal(stats?.count, 3);
    assert.equal(stats?.sumUs, 100_000);
    assert.equal(stats?.bytesIn, 2000);
    assert.equal(stats?.bytesOut, 200);
    assert.equal(stats?.latencySumUs, 100_001);
  });
});

describe('invalid times', () => {
  const year2100Ms = 4_102_444_800_000;
  const going: FrameBuilderInput = { ...input, nowS: 1500, startedAtS: 1000 };

  it('are moved to the nearest second of the execution, and counted', () => {
    const builder = new FrameBuilder(caps);
    const samples = [
      sample({ startedAtMs: 1_200_000 }),
      sample({ startedAtMs: year2100Ms }),
      sample({ startedAtMs: 0, isPassed: false, code: '500' }),
      sample({ startedAtMs: Number.NaN }),
    ];
    const frames = builder.build(samples, going);
    const counts = frames
      .map(({ second, labels }) => [second, labels.get('home')?.count ?? 0])
      .filter(([, count]) => count !== 0);
    assert.deepEqual(counts, [
      [1000, 1],
      [1200, 1],
      [1500, 2],
    ]);
    assert.equal(builder.moved, 3);
    assert.equal(frames[0]?.labels.get('home')?.errors.values().next().value?.example.atMs, 1_000_000);
  });

  it('do not include small clock differences', () => {
    const builder = new FrameBuilder(caps);
    builder.build([sample({ startedAtMs: 950_000 }), sample({ startedAtMs: 1_550_000 })], going);
    assert.equal(builder.moved, 0);
  });

  it('move a block as a whole', () => {
    const builder = new FrameBuilder(caps);
    const [made] = new FrameBuilder(caps).build([sample(), sample()], input);
    const block = { ...made!, second: 2 ** 32 - 1, firstStartedAtMs: undefined, usersNow: 5 };
    const [frame] = builder.build([], going, [block]);
    assert.deepEqual([frame?.second, frame?.labels.get('home')?.count, builder.moved], [1500, 2, 2]);
  });
});
