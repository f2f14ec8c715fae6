import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { seededRandom } from '../lib/seeded-random.ts';
import { createFrameReader, decodeFrame, encodeFrame, type Frame, samplesIn } from './frame.ts';
import { FrameBuilder } from './frame-builder.ts';
import { randomSamples } from './random-samples.ts';
import { snapshot } from './snapshot.ts';

const caps = { maxLabels: 100, maxErrorTexts: 100 };

function randomFrame(count: number, seed: number): Frame {
  const samples = randomSamples(count, seededRandom(seed), {
    fromS: 1_700_000_000,
    spanS: 1,
    labels: ['Log in', 'Größe 😀', 'a,"b"', ''],
    failing: 0.3,
  });
  const [frame] = new FrameBuilder(caps).build(samples, { firstSeq: 9, clockOffsetMs: 0, nowS: 5, users: 3 });
  assert.ok(frame);
  return frame;
}

describe('encodeFrame and decodeFrame', () => {
  for (const count of [0, 1, 10, 3000]) {
    it(`bring back a frame of ${count} samples`, () => {
      const frame = randomFrame(count, count);
      const decoded = decodeFrame(frame.seq, frame.second, encodeFrame(frame));
      assert.equal(decoded.seq, 9);
      assert.equal(decoded.second, frame.second);
      assert.equal(decoded.users, frame.users);
      assert.deepEqual(snapshot(decoded.labels), snapshot(frame.labels));
    });
  }

  it('preserve sums above safe integers', () => {
    const frame = randomFrame(10, 1);
    const [stats] = frame.labels.values();
    assert.ok(stats);
    stats.sumSquares = 7.4e21 * 1000;
    const decoded = decodeFrame(1, 1, encodeFrame(frame));
    assert.deepEqual(snapshot(decoded.labels), snapshot(frame.labels));
  });

  it('take few bytes for a frame without samples', () => {
    assert.ok(encodeFrame(randomFrame(0, 1)).length <= 8);
  });

  it('contain the sample count uncompressed, and reject a frame with another count', () => {
    const payload = encodeFrame(randomFrame(100, 2));
    assert.equal(samplesIn(payload), 100);
    payload.writeUInt32BE(101);
    assert.throws(() => decodeFrame(1, 1, payload), /header has 101 samples, its labels have 100/);
  });

  it('read bytes that are a view into a larger buffer', () => {
    const payload = encodeFrame(randomFrame(100, 2));
    const larger = new Uint8Array(payload.length + 20).fill(7);
    larger.set(payload, 10);
    const decoded = decodeFrame(1, 1, larger.subarray(10, 10 + payload.length));
    assert.deepEqual(snapshot(decoded.labels), snapshot(randomFrame(100, 2).labels));
  });
});

describe('decodeFrame', () => {
  it('names the frame when the payload is invalid', () => {
    const rubbish = [
      Buffer.alloc(0),
      Buffer.of(99, 1, 2, 3),
      Buffer.of(1, 1, 2, 3, 4),
      Buffer.of(0),
      Buffer.of(0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f),
      Buffer.of(0, 1, 1, 0xff, 0xff, 0xff, 0x7f, ...Array(20).fill(0x20)),
      Buffer.of(0, 1, 0, 0),
    ];
    for (const payload of rubbish) {
      assert.throws(
        () => decodeFrame(12, 1_700_000_000, payload),
        /^Error: Frame 12 of second 1700000000 cannot be read: /,
      );
    }
  });

  it('rejects a payload that decompresses to more than the limit', () => {
    const bomb = Buffer.concat([Buffer.of(1), zstdCompressSync(Buffer.alloc(100 * 1024 * 1024))]);
    assert.ok(bomb.length < 20_000);
    assert.throws(() => decodeFrame(1, 1, bomb), /cannot be read/);
  });

  for (const [how, count] of Object.entries({ plain: 3, compressed: 300 })) {
    it(`either refuses a damaged ${how} payload or reads a frame that is sound`, () => {
      const random = seededRandom(count);
      const good = encodeFrame(randomFrame(count, 5));
      assert.equal(good[4]! & 1, how === 'plain' ? 0 : 1);
      let refused = 0;
      for (let round = 0; round < 2000; round++) {
        try {
          encodeFrame(decodeFrame(1, 1, damage(good, random)));
        } catch (error) {
          assert.match(String(error), /cannot be read/);
          refused++;
        }
      }
      assert.ok(refused > 1000);
    });
  }
});

describe('createFrameReader', () => {
  it('reads frames in sequence like decodeFrame, also after damaged ones', () => {
    const random = seededRandom(11);
    const read = createFrameReader();
    const outcome = (decode: typeof read, payload: Buffer) => {
      try {
        const { users, labels } = decode(1, 2, payload);
        return { users, labels: snapshot(labels) };
      } catch (error) {
        return String(error);
      }
    };
    for (let round = 0; round < 500; round++) {
      const good = encodeFrame(randomFrame(Math.floor(random() * 40), round));
      const payload = round % 3 === 0 ? damage(good, random) : good;
      assert.deepEqual(outcome(read, payload), outcome(decodeFrame, payload));
    }
  });
});

function damage(good: Buffer, random: () => number): Buffer {
  const damaged = Buffer.from(good);
  const changes = 1 + Math.floor(random() * 3);
  for (let change = 0; change < changes; change++) {
    damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
  }
  return random() < 0.2 ? damaged.subarray(0, Math.floor(random() * damaged.length)) : damaged;
}
