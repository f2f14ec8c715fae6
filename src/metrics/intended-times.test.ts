import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { figuresOfRollup } from './figures.ts';
import { decodeFrame, encodeFrame, type Frame } from './frame.ts';
import { LabelStats } from './label-stats.ts';
import { randomElapsedUs } from './random-samples.ts';
import { type Rollup, rollUpFrames } from './rollup.ts';
import { decodeRollup, encodeRollup } from './rollup-codec.ts';
import { mergeRollups, RollupMerger } from './rollup-merger.ts';
import { snapshot } from './snapshot.ts';

const caps = { maxLabels: 100, maxErrorTexts: 100 };
const whole = { startS: 0, spanS: 0 };
const labels = ['open', 'mixed', 'closed'];

interface Made {
  label: string;
  isPassed: boolean;
  elapsedUs: number;
  /** Undefined: no intended start. */
  lateUs: number | undefined;
}

function makeSamples(count: number, random: () => number): Made[] {
  return Array.from({ length: count }, () => {
    const label = labels[Math.floor(random() * labels.length)] ?? '';
    const isScheduled = label === 'open' || (label === 'mixed' && random() < 0.3);
    const lateUs = random() < 0.4 ? 0 : randomElapsedUs(random);
    return {
      label,
      isPassed: random() < 0.8,
      elapsedUs: randomElapsedUs(random),
      lateUs: isScheduled ? lateUs : undefined,
    };
  });
}

function statsOf(samples: readonly Made[]): Map<string, LabelStats> {
  const made = new Map<string, LabelStats>();
  for (const { label, isPassed, elapsedUs, lateUs } of samples) {
    const stats = made.get(label) ?? new LabelStats();
    made.set(label, stats);
    if (lateUs === undefined) stats.add(isPassed, elapsedUs, 1, 1, 10, 5);
    else stats.addScheduled(isPassed, elapsedUs, 1, 1, 10, 5, lateUs);
    if (!isPassed) stats.addFailure('500', 'broken', 'any', 1000);
  }
  return made;
}

function framesOf(samples: readonly Made[], random: () => number): Frame[] {
  const rest = [...samples];
  const frames: Frame[] = [];
  while (rest.length > 0) {
    const part = statsOf(rest.splice(0, 1 + Math.floor(random() * 60)));
    frames.push({ seq: frames.length + 1, second: Math.floor(random() * 40), users: 1, labels: part });
  }
  return frames;
}

const secondsOf = (frames: readonly Frame[]): Rollup[] =>
  [...Map.groupBy(frames, ({ second }) => second)].map(([second, group]) =>
    rollUpFrames(
      second,
      group.map((frame) => ({ executionId: 'one', frame })),
      caps,
    ),
  );

test('every path from samples over frames to the whole run has the same times, and as many as samples', async () => {
  const random = seededRandom(7);
  const samples = makeSamples(4000, random);
  const expected = snapshot(statsOf(samples));
  const frames = framesOf(samples, random).map((frame) =>
    decodeFrame(frame.seq, frame.second, encodeFrame(frame)),
  );
  const seconds = secondsOf(frames).map((rollup) => decodeRollup(encodeRollup(rollup)));
  const merged = mergeRollups(seconds, whole, caps);
  assert.deepEqual(snapshot(merged.labels), expected);
  const merger = new RollupMerger(whole, caps);
  for (const [at, rollup] of seconds.entries()) {
    await merger.addEncoded(encodeRollup(rollup), async () => undefined);
    // Settles several times, so that existing statistics are merged with later ones.
    if (at % 10 === 0) await merger.settle(async () => undefined);
  }
  await merger.settle(async () => undefined);
  const settled = merger.finish();
  assert.deepEqual(snapshot(settled.labels), expected);
  const total = snapshot(new Map([['', LabelStats.sum([...merged.labels.values()])]]));
  assert.deepEqual(
    total,
    snapshot(new Map([['', statsOf(samples.map((each) => ({ ...each, label: '' }))).get('')!]])),
  );

  const { open, mixed, closed } = Object.fromEntries(settled.labels);
  assert.equal(closed?.intended, undefined);
  for (const stats of [open, mixed]) {
    assert.equal(stats?.intended?.passed, stats?.passed);
    assert.equal(stats?.intended?.failed, stats?.failed);
  }
  assert.equal(open?.intended?.scheduled, open?.count);
  assert.equal(
    mixed?.intended?.scheduled,
    samples.filter(({ label, lateUs }) => label === 'mixed' && lateUs !== undefined).length,
  );
  const late = samples.reduce((sum, { label, lateUs }) => sum + (label === 'open' ? (lateUs ?? 0) : 0), 0);
  assert.equal(open?.intended?.sumUs, (open?.sumUs ?? 0) + late);
});

test('samples on time have equal times, and the percentiles of late ones are higher', () => {
  const onTime = statsOf([50, 60, 70].map((ms) => made(ms, 0)));
  const [figures] = figuresOfRollup(rollupOf(onTime), 1).labels;
  assert.deepEqual(figures?.intended?.times, figures?.times);
  assert.equal(figures?.intended?.scheduled, 3);
  const late = statsOf([50, 60, 70].map((ms) => made(ms, 1000)));
  const { times, intended } = figuresOfRollup(rollupOf(late), 1).total;
  assert.equal(times.all?.maxMs, 70);
  assert.equal(intended?.times.all?.maxMs, 1070);
  assert.equal(intended?.times.all?.meanMs, 1060);
});

test('a frame and a roll-up without an intended start have none after reading', () => {
  const plain = statsOf(makeSamples(50, seededRandom(3)).filter(({ label }) => label === 'closed'));
  const bytes = encodeRollup(rollupOf(plain));
  assert.deepEqual(snapshot(decodeRollup(bytes).labels), snapshot(plain));
  assert.equal(
    decodeFrame(1, 1, encodeFrame({ seq: 1, second: 1, users: 1, labels: plain })).labels.get('closed')
      ?.intended,
    undefined,
  );
});

test('rejects a frame with other numbers of times than samples', () => {
  const stats = statsOf([made(50, 5)]);
  stats.get('open')?.intended?.addTime(true, 7);
  const bytes = encodeFrame({ seq: 1, second: 1, users: 1, labels: stats });
  assert.throws(() => decodeFrame(1, 1, bytes), /not as many times from the intended start as samples/);
});

const made = (ms: number, lateMs: number): Made => ({
  label: 'open',
  isPassed: true,
  elapsedUs: ms * 1000,
  lateUs: lateMs * 1000,
});

const rollupOf = (stats: Map<string, LabelStats>) =>
  rollUpFrames(1, [{ executionId: 'one', frame: { seq: 1, second: 1, users: 1, labels: stats } }], caps);
