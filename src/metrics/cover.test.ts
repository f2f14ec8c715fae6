import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { coverRange, type PieceSpan, stepFor } from './cover.ts';

test('uses the coarsest intervals inside and single seconds at the edges', () => {
  assert.deepEqual(coverRange({ fromS: 593, toS: 1217 }), [
    { spanS: 1, fromS: 593, toS: 600 },
    { spanS: 300, fromS: 600, toS: 1200 },
    { spanS: 15, fromS: 1200, toS: 1215 },
    { spanS: 1, fromS: 1215, toS: 1217 },
  ]);
  assert.deepEqual(coverRange({ fromS: 5, toS: 5 }), []);
});

test('reads a stale interval from finer ones', () => {
  const stale = (spanS: PieceSpan, startS: number) => spanS === 300 && startS === 900;
  assert.deepEqual(coverRange({ fromS: 600, toS: 1500 }, stale), [
    { spanS: 300, fromS: 600, toS: 900 },
    { spanS: 15, fromS: 900, toS: 1200 },
    { spanS: 300, fromS: 1200, toS: 1500 },
  ]);
});

test('covers every second of a range once, with any stale intervals', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 200; round++) {
    const fromS = Math.floor(random() * 2000);
    const toS = fromS + Math.floor(random() * 3000);
    const pieces = coverRange({ fromS, toS }, () => random() < 0.3);
    let at = fromS;
    for (const piece of pieces) {
      assert.equal(piece.fromS, at);
      assert.equal(piece.fromS % piece.spanS, 0);
      assert.equal((piece.toS - piece.fromS) % piece.spanS, 0);
      at = piece.toS;
    }
    assert.equal(at, toS);
  }
});

test('picks a step that keeps a series short', () => {
  assert.deepEqual(stepFor(600, 1200), { spanS: 1, stepS: 1 });
  assert.deepEqual(stepFor(1201, 1200), { spanS: 15, stepS: 15 });
  assert.deepEqual(stepFor(6 * 3600, 1200), { spanS: 300, stepS: 300 });
  assert.deepEqual(stepFor(30 * 86_400, 1200), { spanS: 300, stepS: 2400 });
});
