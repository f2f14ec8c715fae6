import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMasker } from '../lib/masker.ts';
import { LabelStats } from './label-stats.ts';
import { maskLabels } from './mask-labels.ts';

function failures(label: string, messages: string[]): LabelStats {
  const stats = new LabelStats();
  for (const [index, message] of messages.entries()) {
    stats.add(false, 1000, 0, 0, 0, 0);
    stats.addFailure('500', message, label, 1000 + index);
  }
  return stats;
}

test('labels and errors that become equal are merged, with all their samples', () => {
  const masker = createMasker(['secret-1', 'secret-2']);
  assert.ok(masker);
  const labels = new Map([
    ['GET /secret-1', failures('GET /secret-1', ['no secret-1', 'no secret-2', 'other'])],
    ['GET /secret-2', failures('GET /secret-2', ['no secret-2'])],
    ['GET /', failures('GET /', [])],
  ]);
  const masked = maskLabels(labels, masker);
  assert.deepEqual(
    [...masked].map(([label, stats]) => [label, stats.count, [...stats.errors.values()]]),
    [
      [
        'GET /***',
        4,
        [
          { code: '500', message: 'no ***', count: 3, example: { label: 'GET /***', atMs: 1000 } },
          { code: '500', message: 'other', count: 1, example: { label: 'GET /***', atMs: 1002 } },
        ],
      ],
      ['GET /', 0, []],
    ],
  );
});
