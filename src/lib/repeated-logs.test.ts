import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { until } from '../../test/support/until.ts';
import { limitRepeated } from './repeated-logs.ts';

function logInto(lines: Record<string, unknown>[], everyMs: number) {
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return pino({ base: undefined, hooks: { logMethod: limitRepeated(everyMs) } }, sink);
}

test('the same warning is logged once, then with a count', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = logInto(lines, 300);
  for (let count = 1; count <= 50; count++)
    log.warn({ err: new Error('integer out of range'), runId: 'a', count }, 'rollup.failed');
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.repeated, undefined);
  await until('the count follows', () => lines.length === 2);
  assert.deepEqual([lines[1]?.repeated, lines[1]?.runId, lines[1]?.count], [49, 'a', 50]);
  assert.match(JSON.stringify(lines[1]), /integer out of range/);
});

test('other runs, errors, nodes and info lines are not suppressed', () => {
  const lines: Record<string, unknown>[] = [];
  const log = logInto(lines, 60_000);
  log.warn({ runId: 'a' }, 'rollup.failed');
  log.warn({ runId: 'b' }, 'rollup.failed');
  log.warn({ runId: 'a', err: new Error('x') }, 'rollup.failed');
  log.child({ nodeId: 'n' }).warn({ runId: 'a' }, 'rollup.failed');
  log.warn('rollup.failed');
  for (let count = 0; count < 3; count++) log.info({ runId: 'a' }, 'run.started');
  log.warn('rollup.failed');
  assert.equal(lines.length, 8);
});
