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
  const shortDelays = () => read('spate_event_loop_delay_seconds_bucket{le="0.05"}');
  await until('a second is observed', async () => (await seconds()) > 0);
  const before = { seconds: await seconds(), shortDelays: await shortDelays() };
  const blockedUntil = performance.now() + 120;
  while (performance.now() < blockedUntil);
  await until('the next second is observed', async () => (await seconds()) > before.seconds);
  assert.equal(await shortDelays(), before.shortDelays);
});
