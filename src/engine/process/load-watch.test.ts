import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LoadWatch } from './load-watch.ts';

function warningAfter(seconds: readonly { idle: number; active: number }[]): string | undefined {
  const total = { idle: 0, active: 0 };
  const watch = new LoadWatch(
    () => 7,
    () => ({ ...total }),
  );
  for (const { idle, active } of seconds) {
    total.idle += idle;
    total.active += active;
    watch.look();
  }
  return watch.stop();
}

it('says that the engine had no time to spare in more than a tenth of the seconds, and nothing otherwise', () => {
  const calm = { idle: 300, active: 700 };
  const busy = { idle: 50, active: 950 };
  assert.equal(warningAfter([]), undefined);
  assert.equal(warningAfter([...Array(20).fill(busy), ...Array(180).fill(calm)]), undefined);
  const warning = warningAfter([...Array(20).fill(busy), ...Array(80).fill(calm)]);
  assert.match(warning ?? '', /^The engine was busier than 90 % for 20 of 100 seconds, with up to 7 users: /);
  // Nothing was looked at for half a minute, because nothing else had a turn.
  assert.match(warningAfter([calm, { idle: 0, active: 30_000 }]) ?? '', /for 30 of 31 seconds/);
});

it('says nothing of the first seconds, in which every run warms up', () => {
  assert.equal(warningAfter(Array(10).fill({ idle: 0, active: 1000 })), undefined);
});
