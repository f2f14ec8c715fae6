import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksOf } from './marks-of.ts';

test('marks have the seconds of the axis and the numbers of the list', () => {
  const shared = { _links: { self: { href: '' } }, project: 'Default', run: null, author: null };
  assert.deepEqual(
    marksOf(
      [
        { ...shared, uuid: 'a', at: '2026-11-18T01:00:02.500Z', kind: 'deploy', text: 'v2' },
        { ...shared, uuid: 'b', at: '2026-11-18T01:01:00.000Z', kind: 'note', text: 'cache cleared' },
      ],
      Date.parse('2026-11-18T01:00:00Z') / 1000,
    ),
    [
      { at: 2.5, number: 1, name: 'Deploy: v2' },
      { at: 60, number: 2, name: 'cache cleared' },
    ],
  );
});
