import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LabelStats } from '../metrics/label-stats.ts';
import { decodeBlock, encodeBlock, samplesInBlock, scanBlocks } from './block-codec.ts';

const report = {
  latest: { lagP99Ms: 1.5, lagMaxMs: 7, busyShare: 0.25 },
  run: { lagP99Ms: 2.5, lagMaxMs: 9, busyShare: 0.5 },
};

function block(second: number, passed: number, isFirst = false): Buffer {
  const stats = new LabelStats();
  for (let count = 0; count < passed; count++) {
    stats.add(true, 1000 + count, 900, 10, 200, 100);
  }
  return encodeBlock({
    second,
    users: 3,
    usersNow: 2,
    firstStartedAtMs: passed > 0 ? second * 1000 + 0.5 : undefined,
    labels: new Map(passed > 0 ? [['home', stats]] : []),
    generator: isFirst ? report : undefined,
  });
}

const counts = (bytes: Buffer) => scanBlocks(bytes).bodies.map(samplesInBlock);

describe('blocks in a file', () => {
  it('survive encoding and decoding', () => {
    const bytes = Buffer.concat([block(1_700_000_000, 5, true), block(1_700_000_001, 0)]);
    const { bodies, gaps, consumed } = scanBlocks(bytes);
    assert.deepEqual([gaps, consumed], [0, bytes.length]);
    const [first, second] = bodies.map(decodeBlock);
    assert.deepEqual(first?.generator, report);
    for (const includesStart of ['lag', 'all'] as const) {
      const generator = { ...report, run: { ...report.run, includesStart } };
      const early = encodeBlock({ ...decodeBlock(bodies[0] ?? Buffer.alloc(0)), generator });
      assert.deepEqual(scanBlocks(early).bodies.map(decodeBlock)[0]?.generator, generator);
    }
    assert.deepEqual(
      [first?.second, first?.users, first?.usersNow, first?.samples, first?.firstStartedAtMs],
      [1_700_000_000, 3, 2, 5, 1_700_000_000_000.5],
    );
    assert.equal(first?.labels.get('home')?.passed, 5);
    assert.deepEqual(
      [second?.samples, second?.firstStartedAtMs, second?.generator],
      [0, undefined, undefined],
    );
  });

  it('are rejected above the caps, at any encoded size', () => {
    const many = (labels: number) =>
      encodeBlock({
        second: 1,
        users: 1,
        usersNow: 1,
        firstStartedAtMs: undefined,
        labels: new Map(Array.from({ length: labels }, (_, at) => [`label ${at}`, new LabelStats()])),
      });
    const decode = (bytes: Buffer) => scanBlocks(bytes).bodies.map(decodeBlock);
    assert.equal(decode(many(2001))[0]?.labels.size, 2001);
    assert.throws(() => decode(many(2002)), /2002 labels, more than 2001/);
    const failing = new LabelStats();
    for (let at = 0; at < 100_001; at++) {
      failing.add(false, 1, 1, 1, 1, 1);
      failing.addFailure('500', `error ${at}`, 'home', 1);
    }
    const labels = new Map([['home', failing]]);
    assert.throws(
      () => decode(encodeBlock({ second: 1, users: 1, usersNow: 1, firstStartedAtMs: 1, labels })),
      /it has more than \d+ errors/,
    );
  });

  it('are complete or absent, for any length of the file', () => {
    const whole = [block(1, 2), block(2, 3), block(3, 40)];
    const bytes = Buffer.concat(whole);
    const ends = whole.map((_, index) => Buffer.concat(whole.slice(0, index + 1)).length);
    for (let length = 0; length <= bytes.length; length++) {
      const { bodies, gaps, consumed } = scanBlocks(bytes.subarray(0, length));
      const there = ends.filter((end) => end <= length);
      assert.equal(bodies.length, there.length);
      assert.equal(gaps, 0);
      assert.equal(consumed, there.at(-1) ?? 0);
    }
  });

  it('are found after a truncated block, and after invalid bytes', () => {
    const torn = block(1, 9).subarray(0, 60);
    assert.deepEqual(counts(Buffer.concat([torn, block(2, 3), torn, block(3, 4)])), [3, 4]);
    const rubbish = Buffer.concat([
      Buffer.from('["line"]\n'),
      block(2, 3),
      Buffer.from('SPB1 is no block SPB1'),
    ]);
    const scanned = scanBlocks(rubbish);
    assert.deepEqual([scanned.bodies.length, scanned.gaps], [1, 2]);
    // Its last bytes may be the start of a block.
    assert.equal(scanned.consumed, rubbish.length - 4);
  });

  it('are not accepted after a bit flip', () => {
    const bytes = Buffer.concat([block(1, 3), block(2, 3)]);
    const at = 60;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const { bodies, gaps } = scanBlocks(bytes);
    assert.deepEqual([bodies.length, gaps], [1, 1]);
  });
});
