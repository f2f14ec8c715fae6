import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LagMeter } from '../users/lag-meter.ts';
import { LoadWatch, loadWarnings } from './load-watch.ts';

function watchAfter(seconds: readonly { idle: number; active: number }[], lag = new LagMeter()): LoadWatch {
  const total = { idle: 0, active: 0 };
  const watch = new LoadWatch(
    () => 7,
    lag,
    () => ({ ...total }),
  );
  for (const { idle, active } of seconds) {
    total.idle += idle;
    total.active += active;
    watch.look();
  }
  return watch;
}

const warningAfter = (seconds: readonly { idle: number; active: number }[]) =>
  loadWarnings([watchAfter(seconds).summary]).join();

it('says that the engine had no time to spare in more than a tenth of the seconds, and nothing otherwise', () => {
  const calm = { idle: 300, active: 700 };
  const busy = { idle: 50, active: 950 };
  assert.equal(warningAfter([]), '');
  assert.equal(warningAfter([...Array(20).fill(busy), ...Array(180).fill(calm)]), '');
  const warning = warningAfter([...Array(20).fill(busy), ...Array(80).fill(calm)]);
  assert.match(warning, /^The engine was busier than 90 % for 20 of 100 seconds, with up to 7 users: /);
  // Nothing was looked at for half a minute, because nothing else had a turn.
  assert.match(warningAfter([calm, { idle: 0, active: 30_000 }]), /for 30 of 31 seconds/);
});

it('says nothing of the first seconds, in which every run warms up', () => {
  assert.equal(warningAfter(Array(10).fill({ idle: 0, active: 1000 })), '');
});

it('tells how it was since it looked last, and of the whole run when waits ended too late', () => {
  const lag = new LagMeter();
  const total = { idle: 0, active: 0 };
  const watch = new LoadWatch(
    () => 1,
    lag,
    () => ({ ...total }),
  );
  total.active = 3000;
  lag.note(5000);
  const warmUp = { lagP99Ms: 5000, lagMaxMs: 5000, busyShare: 1 };
  assert.deepEqual(watch.look(), { latest: warmUp }, 'the first seconds say nothing about the run');
  total.idle += 250;
  total.active += 750;
  for (let count = 0; count < 100; count++) {
    lag.note(300);
  }
  const first = { lagP99Ms: 300, lagMaxMs: 300, busyShare: 0.75 };
  assert.deepEqual(watch.look(), { latest: first, run: first });
  lag.note(1);
  total.idle += 1000;
  assert.deepEqual(watch.look(), {
    latest: { lagP99Ms: 1, lagMaxMs: 1, busyShare: 0 },
    run: { ...first, busyShare: 0.375 },
  });
  const other = watchAfter([]).summary;
  assert.match(loadWarnings([other, watch.summary]).join(), /ended more than 300 ms late \(at most 300 ms\)/);
  for (let count = 0; count < 100_000; count++) {
    lag.note(1);
  }
  watch.look();
  assert.deepEqual(loadWarnings([other, watch.summary]), []);
});
