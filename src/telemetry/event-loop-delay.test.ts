import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { until } from '../../test/support/until.ts';
import { observeEventLoop } from './event-loop-delay.ts';

test('observes how long the event loop was blocked', async (t) => {
  const registry = new Registry();
  t.after(observeEventLoop(registry));
  const read = async (name: string) => {
    const lines = (await registry.metrics()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  };
  const seconds = () => read('spate_event_loop_delay_seconds_count');
  const longDelays = async () =>
    (await seconds()) - (await read('spate_event_loop_delay_seconds_bucket{le="0.1"}'));
  await until('a second is observed', async () => (await seconds()) > 0);
  const before = await longDelays();
  const blockedUntil = performance.now() + 300;
  while (performance.now() < blockedUntil);
  await until('the delay is observed', async () => (await longDelays()) > before);
  assert.ok((await read('spate_event_loop_delay_seconds_sum')) > 0.2);
});
