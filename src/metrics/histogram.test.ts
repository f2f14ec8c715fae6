import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build, type Histogram as HdrHistogram } from 'hdr-histogram-js';
import { seededRandom } from '../lib/seeded-random.ts';
import { Histogram } from './histogram.ts';
import { maxValueUs } from './histogram-layout.ts';
import { randomElapsedUs } from './random-samples.ts';

const percentiles = [0, 0.001, 1, 10, 25, 33.3, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100];

/** The same layout in the reference implementation. */
function newReference(): HdrHistogram {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: maxValueUs,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 64,
  });
}

function assertSamePercentiles(ours: Histogram, reference: HdrHistogram): void {
  for (const p of percentiles) {
    assert.equal(ours.valueAtPercentile(p), reference.getValueAtPercentile(p), `percentile ${p}`);
  }
}

/** From 0 to 24 h, every order of magnitude as likely as any other. */
function anyValueUs(random: () => number): number {
  return Math.floor(maxValueUs ** random()) - (random() < 0.05 ? 1 : 0);
}

describe('Histogram', () => {
  for (const [name, next] of Object.entries({
    'response times': randomElapsedUs,
    'any values': anyValueUs,
  })) {
    for (const size of [1, 2, 3, 10, 999, 1000, 1001, 30_000]) {
      it(`has HdrHistogram's percentiles for ${size} ${name}`, () => {
        const random = seededRandom(size);
        const ours = new Histogram();
        const reference = newReference();
        for (let at = 0; at < size; at++) {
          const value = next(random);
          ours.record(value);
          reference.recordValue(value);
        }
        assert.equal(ours.count, size);
        assertSamePercentiles(ours, reference);
      });
    }
  }

  it("puts the values around every power of two into HdrHistogram's buckets", () => {
    for (let power = 0; power <= 36; power++) {
      for (const step of [-2, -1, 0, 1, 2, 3]) {
        const value = 2 ** power + step;
        if (value < 0 || value > maxValueUs) continue;
        const ours = new Histogram();
        ours.record(value);
        const reference = newReference();
        reference.recordValue(value);
        assertSamePercentiles(ours, reference);
      }
    }
  });

  it('clamps values outside its range', () => {
    const histogram = new Histogram();
    for (const value of [-5, Number.NaN, Number.NEGATIVE_INFINITY]) histogram.record(value);
    for (const value of [maxValueUs, maxValueUs + 1, Number.POSITIVE_INFINITY]) histogram.record(value);
    const buckets = [...histogram.buckets()];
    assert.deepEqual(
      buckets.map(({ count }) => count),
      [3, 3],
    );
    assert.equal(buckets[0]?.lowUs, 0);
    assert.ok(buckets[1] && buckets[1].lowUs <= maxValueUs && buckets[1].highUs >= maxValueUs);
  });

  it('returns empty results without values', () => {
    const histogram = new Histogram();
    histogram.record(10, 0);
    assert.equal(histogram.count, 0);
    assert.equal(histogram.valueAtPercentile(99), 0);
    assert.equal(histogram.countUpTo(maxValueUs), 0);
    assert.deepEqual([...histogram.buckets()], []);
    assert.equal(Histogram.decode(histogram.encode()).count, 0);
  });

  it('merging equals recording all values in one, and does not change the other histogram', () => {
    const random = seededRandom(7);
    const whole = new Histogram();
    const merged = new Histogram();
    for (let part = 0; part < 200; part++) {
      const piece = new Histogram();
      const size = Math.floor(random() * 300);
      for (let at = 0; at < size; at++) {
        const value = randomElapsedUs(random);
        const count = 1 + Math.floor(random() * 3);
        piece.record(value, count);
        whole.record(value, count);
      }
      const before = piece.count;
      merged.merge(piece);
      assert.equal(piece.count, before);
    }
    assert.equal(merged.count, whole.count);
    assert.deepEqual(merged.encode(), whole.encode());
    assert.deepEqual([...merged.buckets()], [...whole.buckets()]);
  });

  it('doubles when merged with itself', () => {
    const histogram = new Histogram();
    for (const value of [5, 5, 9, 7, 5, 9, 1]) histogram.record(value);
    histogram.merge(histogram);
    assert.deepEqual(
      [...histogram.buckets()].map(({ lowUs, count }) => [lowUs, count]),
      [
        [1, 2],
        [5, 6],
        [7, 2],
        [9, 4],
      ],
    );
  });

  it('counts values up to a limit, including its bucket', () => {
    const histogram = new Histogram();
    for (const value of [10, 20, 30, 4_000_000, 4_000_001, 5_000_000]) histogram.record(value);
    assert.equal(histogram.countUpTo(9), 0);
    assert.equal(histogram.countUpTo(20), 2);
    assert.equal(histogram.countUpTo(4_000_000), 5);
    assert.equal(histogram.countUpTo(maxValueUs), 6);
  });

  it('survives encoding and decoding', () => {
    const random = seededRandom(3);
    const histogram = new Histogram();
    for (let at = 0; at < 5000; at++)
      histogram.record(anyValueUs(random), 1 + Math.floor(random() ** 9 * 2 ** 35));
    const copy = Histogram.decode(histogram.encode());
    assert.equal(copy.count, histogram.count);
    assert.deepEqual([...copy.buckets()], [...histogram.buckets()]);
    copy.record(1);
    assert.equal(copy.count, histogram.count + 1);
  });

  it('rejects invalid bytes', () => {
    const rubbish = {
      nothing: [],
      'more buckets than bytes': [5, 0],
      'an enormous number of buckets': [0xff, 0xff, 0xff, 0xff, 0x7f],
      'a bucket beyond the last': [1, 0xfe, 0xff, 0x7f],
      'an empty bucket': [1, 1, 0],
      'a number without end': [1, ...Array(30).fill(0xff)],
      'bytes after the end': [1, 0, 0],
    };
    for (const [what, bytes] of Object.entries(rubbish)) {
      assert.throws(() => Histogram.decode(Uint8Array.from(bytes)), Error, what);
    }
  });
});
