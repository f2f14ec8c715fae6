import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMasker } from '../lib/masker.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { type Caps, maxCodes, overflowCode, overflowErrorMessage } from './caps.ts';
import { addPoint, emptyColumns } from './chart.ts';
import { totalOf } from './figures.ts';
import { decodeFrame, encodeFrame, type Frame } from './frame.ts';
import { FrameBuilder } from './frame-builder.ts';
import { LabelStats } from './label-stats.ts';
import { maskLabels } from './mask-labels.ts';
import { randomSamples } from './random-samples.ts';
import { responseCodes, samplesByCodeClass } from './response-codes.ts';
import { type Rollup, rollUpFrames } from './rollup.ts';
import { decodeRollup, encodeRollup } from './rollup-codec.ts';
import { mergeRollups, RollupMerger } from './rollup-merger.ts';
import type { Sample } from './sample.ts';
import { snapshot } from './snapshot.ts';

const caps: Caps = { maxLabels: 100, maxErrorTexts: 3 };
const whole = { startS: 0, spanS: 0 };
const breathe = async () => undefined;
/** Of one label with three passed samples and a failed one, without and with times from the intended start. */
const writtenBefore = {
  frames: [
    'AAAABAABAQRIb21lA9APzg+WCAHKQSgUBASYdcCrpi3oB8A+AQM1MDAGYnJva2VuAQRIb21l6Ac=',
    'AAAABAABAQRIb21lA9APzg+WCAHKQSgUBASYdcCrpi3oB8A+AQM1MDAGYnJva2VuAQRIb21l6AcBAAO4F4oM5gcBykH0gAHwqcIw3AvMOgM=',
  ],
  rollups: [
    'AgEBAQEBAgIEAQRIb21lBCwD0A/OD5YIAcpBKBQEBJh1wKumLegHwD4BAzUwMAZicm9rZW4BBEhvbWXoBw==',
    'BAEBAQEBAgIEAQRIb21lBCwWA9APzg+WCAHKQSgUBASYdcCrpi3oB8A+AQM1MDAGYnJva2VuAQRIb21l6AcDuBeKDOYHAcpB9IAB8KnCMNwLzDoD',
  ],
};

/** Samples with any of `codes`, passed and failed. */
function makeSamples(count: number, random: () => number, codes: readonly string[]): Sample[] {
  const options = { fromS: 0, spanS: 40, labels: ['a', 'b', 'c'], failing: 0.2 };
  return randomSamples(count, random, options).map((sample) => ({
    ...sample,
    code: random() < 0.5 ? '200' : (codes[Math.floor(random() * codes.length)] ?? ''),
  }));
}

function framesOf(samples: readonly Sample[], random: () => number, ofCaps = caps): Frame[] {
  const builder = new FrameBuilder(ofCaps);
  const rest = [...samples];
  const frames: Frame[] = [];
  while (rest.length > 0) {
    const batch = rest.splice(0, 1 + Math.floor(random() * 200));
    frames.push(...builder.build(batch, { firstSeq: 1, clockOffsetMs: 0, nowS: 0, users: 0 }));
  }
  return frames;
}

function secondsOf(frames: readonly Frame[]): Rollup[] {
  return [...Map.groupBy(frames, ({ second }) => second)].map(([second, group]) =>
    rollUpFrames(
      second,
      group.map((frame) => ({ executionId: 'one', frame })),
      caps,
    ),
  );
}

async function mergeEncoded(rollups: readonly Rollup[]): Promise<Rollup> {
  const merger = new RollupMerger(whole, caps);
  for (const [at, rollup] of rollups.entries()) {
    await merger.addEncoded(encodeRollup(rollup), breathe);
    if (at % 7 === 0) await merger.settle(breathe);
  }
  await merger.settle(breathe);
  return merger.finish();
}

const sumOf = (stats: LabelStats) =>
  responseCodes(stats).reduce((sum, { passed, failed }) => sum + passed + failed, 0);

const http = ['201', '204', '302', '404', '503', '', 'Non HTTP response code: x', 'OK'];
/** More codes than are kept. */
const many = Array.from({ length: 3 * maxCodes }, (_, at) => (at % 3 === 0 ? String(200 + at) : `E${at}`));

for (const [name, codes] of Object.entries({ 'a few': http, 'more codes than are kept': many }))
  test(`${name}: every way from samples over frames to the whole run has the same codes, and as many as samples`, async () => {
    for (const seed of [1, 2]) {
      const random = seededRandom(seed);
      const samples = makeSamples(4000, random, codes);
      const frames = framesOf(samples, random).map((frame) =>
        decodeFrame(frame.seq, frame.second, encodeFrame(frame)),
      );
      const seconds = secondsOf(frames).map((rollup) => decodeRollup(encodeRollup(rollup)));
      const merged = mergeRollups(seconds, whole, caps);
      assert.deepEqual(snapshot((await mergeEncoded(seconds.toReversed())).labels), snapshot(merged.labels));
      const byHalves = [seconds.slice(0, 13), seconds.slice(13)].map((half) =>
        mergeRollups(half.toReversed(), whole, caps),
      );
      assert.deepEqual(snapshot(mergeRollups(byHalves, whole, caps).labels), snapshot(merged.labels));

      const total = totalOf(merged);
      assert.equal(sumOf(total), samples.length);
      assert.ok(total.passedCodes.size <= maxCodes + 1);
      for (const [label, stats] of merged.labels) {
        const own = samples.filter((sample) => sample.label === label);
        assert.equal(sumOf(stats), own.length);
        for (const { code, passed } of responseCodes(stats)) {
          // Codes above the limit may still be known from errors.
          if (code === overflowCode || passed === 0) continue;
          assert.equal(
            passed,
            own.filter((each) => each.isPassed && each.code === code).length,
            String(code),
          );
        }
      }
      for (const frame of frames)
        for (const stats of frame.labels.values()) assert.equal(sumOf(stats), stats.count);
    }
  });

test('beyond the limit, HTTP codes take precedence', () => {
  const random = seededRandom(5);
  const rollup = mergeRollups(secondsOf(framesOf(makeSamples(6000, random, many), random)), whole, caps);
  const kept = responseCodes(totalOf(rollup)).filter(({ passed }) => passed > 0);
  assert.equal(kept.length, maxCodes + 2);
  const isHttp = (code: string) => /^[1-5]\d\d$/.test(code);
  assert.deepEqual(
    kept.flatMap(({ code }) => (code && isHttp(code) ? [code] : [])).sort(),
    ['200', ...many.filter(isHttp).filter((code) => code !== '200')].slice(0, maxCodes + 1).sort(),
  );
});

test('data of earlier versions has unknown codes of passed samples, also after merging with new data', async () => {
  const read = [
    ...writtenBefore.frames.map((text) => decodeFrame(1, 1, Buffer.from(text, 'base64')).labels),
    ...writtenBefore.rollups.map((text) => decodeRollup(Buffer.from(text, 'base64')).labels),
  ];
  const before = [
    { code: null, passed: 3, failed: 0 },
    { code: '500', passed: 0, failed: 1 },
  ];
  for (const labels of read) {
    assert.deepEqual(responseCodes(labels.get('Home')!), before);
    const again = decodeFrame(1, 1, encodeFrame({ seq: 1, second: 1, users: 1, labels }));
    assert.deepEqual(responseCodes(again.labels.get('Home')!), before);
  }
  const made = statsOf(['200', '200', '201']);
  const rollup = rollUpFrames(2, [frameOf(new Map([['Home', made]]))], caps);
  for (const text of writtenBefore.rollups) {
    const merger = new RollupMerger(whole, caps);
    await merger.addEncoded(Buffer.from(text, 'base64'), breathe);
    await merger.addEncoded(encodeRollup(rollup), breathe);
    await merger.settle(breathe);
    const merged = merger.finish();
    const expected = [
      { code: null, passed: 3, failed: 0 },
      { code: '200', passed: 2, failed: 0 },
      { code: '201', passed: 1, failed: 0 },
      { code: '500', passed: 0, failed: 1 },
    ];
    assert.deepEqual(responseCodes(merged.labels.get('Home')!), expected);
    const stored = decodeRollup(encodeRollup(merged));
    assert.deepEqual(responseCodes(stored.labels.get('Home')!), expected);
  }
});

test('errors beyond the limit are counted under another code', () => {
  const stats = statsOf([]);
  stats.add(false, 1000, 0, 0, 0, 0);
  stats.addFailure('', overflowErrorMessage, 'Home', 0);
  assert.deepEqual(responseCodes(stats), [{ code: overflowCode, passed: 0, failed: 1 }]);
});

test('a chart has samples by class of code, which add up to the throughput', () => {
  const stats = statsOf(['200', '200', '204', '302', '404', '', '100', '600', 'OK']);
  stats.add(false, 1000, 0, 0, 0, 0);
  stats.addFailure('500', 'broken', 'Home', 0);
  stats.add(false, 1000, 0, 0, 0, 0);
  stats.addFailure('200', 'assertion', 'Home', 0);
  const counts = { '2xx': 4, '3xx': 1, '4xx': 1, '5xx': 1, other: 4, unknown: 0 };
  assert.deepEqual(samplesByCodeClass(stats), counts);
  const columns = emptyColumns();
  addPoint(columns, { startS: 0, users: 1, stats }, 1, { fromS: 0, toS: 1 });
  const { codes2xx, codes3xx, codes4xx, codes5xx, codesOther, codesUnknown, throughput } = columns;
  assert.deepEqual(
    [codes2xx, codes3xx, codes4xx, codes5xx, codesOther, codesUnknown].flat(),
    Object.values(counts),
  );
  assert.deepEqual(throughput, [11]);
});

test('codes are masked, and equal ones counted together', () => {
  const labels = new Map([['Home', statsOf(['secret1', 'a secret1', 'a secret2', '200'])]]);
  const masker = createMasker(['secret1', 'secret2']);
  assert.ok(masker);
  const masked = maskLabels(labels, masker);
  assert.deepEqual(responseCodes(masked.get('Home')!), [
    { code: 'a ***', passed: 2, failed: 0 },
    { code: '***', passed: 1, failed: 0 },
    { code: '200', passed: 1, failed: 0 },
  ]);
});

test('rejects frames and roll-ups with more codes than passed samples, and frames above the limit', () => {
  const stats = statsOf(['204', '204']);
  stats.passedCodes.set('302', 1);
  const labels = new Map([['Home', stats]]);
  const { frame } = frameOf(labels);
  assert.throws(() => decodeFrame(1, 1, encodeFrame(frame)), /2 samples passed, but 3 have codes/);
  const rollup = { ...rollUpFrames(1, [], caps), labels };
  assert.throws(() => decodeRollup(encodeRollup(rollup)), /2 samples passed, but 3 have codes/);
  const bytes = encodeFrame(frameOf(new Map([['Home', statsOf(['201', '202', '203'])]])).frame);
  const limits = { unpackedBytes: 1000, labels: 1, errors: 0, codes: 2 };
  assert.throws(() => decodeFrame(1, 1, bytes, limits), /3 codes, more than 2/);
});

function statsOf(codes: readonly string[]): LabelStats {
  const stats = new LabelStats();
  for (const code of codes) {
    stats.add(true, 1000, 0, 0, 0, 0);
    stats.addPassedCode(code);
  }
  return stats;
}

const frameOf = (labels: Map<string, LabelStats>) => ({
  executionId: 'one',
  frame: { seq: 1, second: 1, users: 1, labels },
});
