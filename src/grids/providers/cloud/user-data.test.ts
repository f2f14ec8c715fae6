import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { userData } from './user-data.ts';

test('is a valid script of a POSIX shell, below the limit of EC2', () => {
  const script = userData({
    role: "node 3 of grid calm-reef's",
    joinLine: 'curl -fsS https://spate.example/join.sh | SPATE_JOIN_TOKEN=abc sh -s -- --install --index 3',
    endsAt: new Date('2026-11-18T01:00:00.400Z'),
    notices: 'aws',
  });
  assert.deepEqual(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' }).stderr, '');
  assert.ok(Buffer.byteLength(script) < 16_384 - 4_000, 'room for a join token');
  assert.match(script, /^end=1794963601$/m);
});
