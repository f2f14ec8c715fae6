import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LagMeter } from '../time/lag-meter.ts';
import { LoadWatch, lagSentence, loadWarnings, threadSentences } from './load-watch.ts';

/** `total` is advanced by the test. */
function newWatch(lag = new LagMeter(), users = 1) {
  const total = { idle: 0, active: 0, processorMs: 0 };
  const watch = new LoadWatch(() => users, lag, {
    loop: () => ({ ...total }),
    processorMs: () => total.processorMs,
  });
  return { lag, total, watch };
}

/** The thread has a processor whenever it is active. */
function watchAfter(seconds: readonly { idle: number; active: number }[], lag = new LagMeter()): LoadWatch {
  const { total, watch } = newWatch(lag, 7);
  for (const { idle, active } of seconds) {
    total.idle += idle;
    total.active += active;
    total.processorMs += active;
    watch.takeReport();
  }
  return watch;
}

const warningAfter = (seconds: readonly { idle: number; active: number }[]) =>
  loadWarnings([watchAfter(seconds).summary]).join();

it('warns when the engine was busy in more than a tenth of the seconds', () => {
  const calm = { idle: 300, active: 700 };
  const busy = { idle: 50, active: 950 };
  assert.equal(warningAfter([]), '');
  assert.equal(warningAfter([...Array(20).fill(busy), ...Array(180).fill(calm)]), '');
  const warning = warningAfter([...Array(20).fill(busy), ...Array(80).fill(calm)]);
  assert.match(
    warning,
    /^Generator saturation: the engine was more than 90 % busy for 20 of 100 seconds, with up to 7 users\./,
  );
  // One report after half a minute: the event loop was blocked.
  assert.match(warningAfter([calm, { idle: 0, active: 30_000 }]), /for 30 of 31 seconds/);
});

it('names other causes than the number of users when the busy thread had little of a processor', () => {
  const warningsAfter = (processorMs: number) => {
    const { lag, total, watch } = newWatch();
    total.idle = 3000;
    watch.takeReport();
    total.active = 20_000;
    total.processorMs = processorMs;
    for (let count = 0; count < 100; count++) {
      lag.record(300);
    }
    watch.takeReport();
    return loadWarnings([watch.summary]).join('\n');
  };
  const starved =
    /^Generator saturation: .* a processor for only 30 % of the time,.*\nSchedule lag: .* only 30 % of the time,/;
  assert.match(warningsAfter(6000), starved);
  assert.doesNotMatch(warningsAfter(6000), /fewer users/);
  assert.match(
    warningsAfter(10_000),
    /^Generator saturation: .* Use fewer users .*\nSchedule lag: .* Use fewer users /,
  );
});

it('ignores busy seconds of the warm-up', () => {
  assert.equal(warningAfter(Array(10).fill({ idle: 0, active: 1000 })), '');
});

it('reports load since the last call and of the run, and warns about schedule lag', () => {
  const { lag, total, watch } = newWatch();
  total.active = 3000;
  lag.record(5000);
  const warmUp = { lagP99Ms: 5000, lagMaxMs: 5000, busyShare: 1 };
  assert.deepEqual(watch.takeReport(), { latest: warmUp, run: { ...warmUp, includesStart: 'all' } });
  assert.deepEqual(loadWarnings([watch.summary]), [], 'the first seconds say nothing about the run');
  total.idle += 250;
  total.active += 750;
  for (let count = 0; count < 100; count++) {
    lag.record(300);
  }
  const first = { lagP99Ms: 300, lagMaxMs: 300, busyShare: 0.75 };
  assert.deepEqual(watch.takeReport(), { latest: first, run: first });
  lag.record(1);
  total.idle += 1000;
  assert.deepEqual(watch.takeReport(), {
    latest: { lagP99Ms: 1, lagMaxMs: 1, busyShare: 0 },
    run: { ...first, busyShare: 0.375 },
  });
  const other = watchAfter([]).summary;
  assert.match(loadWarnings([other, watch.summary]).join(), /^Schedule lag: p99 300 ms, maximum 300 ms\./);
  for (let count = 0; count < 100_000; count++) {
    lag.record(1);
  }
  watch.takeReport();
  assert.deepEqual(loadWarnings([other, watch.summary]), []);
});

it('reports the lag of a run that ends during the warm-up, without a warning', () => {
  const { lag, total, watch } = newWatch();
  total.idle = 60_000;
  watch.begin();
  total.active = 990;
  total.idle += 10;
  for (let count = 0; count < 200; count++) {
    lag.record(400);
  }
  assert.deepEqual(watch.takeReport().run, {
    lagP99Ms: 400,
    lagMaxMs: 400,
    busyShare: 0.99,
    includesStart: 'all',
  });
  assert.deepEqual(loadWarnings([watch.summary]), []);
  assert.equal(
    lagSentence([watch.summary]),
    'schedule lag p99 400.0 ms, maximum 400 ms, including the warm-up',
  );
  total.active += 2010;
  watch.takeReport();
  total.active += 100;
  lag.record(900);
  const hardlyWarm = watch.takeReport().run;
  assert.deepEqual([hardlyWarm?.lagMaxMs, hardlyWarm?.includesStart], [900, 'all']);
});

it('reports the start lag of users that never wait, and the busy share after the warm-up', () => {
  const { lag, total, watch } = newWatch();
  assert.deepEqual(Object.keys(watch.takeReport()), ['latest'], 'without users there is no lag');
  lag.record(250);
  total.idle = 3000;
  watch.takeReport();
  total.active = 950;
  total.idle += 50;
  const run = { lagP99Ms: 250, lagMaxMs: 250, busyShare: 0.95, includesStart: 'lag' };
  assert.deepEqual(watch.takeReport().run, run);
  lag.record(2);
  assert.deepEqual(watch.takeReport().run, { lagP99Ms: 2, lagMaxMs: 2, busyShare: 0.95 });
});

it('keeps the part of a delayed interval that is after the warm-up', () => {
  const { lag, total, watch } = newWatch();
  total.idle = 1000;
  lag.record(2);
  watch.takeReport();
  // One response blocked all users for a minute.
  total.active = 62_000;
  for (let count = 0; count < 100; count++) {
    lag.record(61_000);
  }
  assert.deepEqual(watch.takeReport().run, { lagP99Ms: 61_000, lagMaxMs: 61_000, busyShare: 1 });
  total.idle += 1000;
  lag.record(1.8);
  watch.takeReport();
  total.idle += 19_000;
  const { run } = watch.takeReport();
  assert.deepEqual([run?.lagMaxMs, run?.busyShare, run?.includesStart], [61_000, 0.75, undefined]);
  assert.equal(loadWarnings([watch.summary]).length, 2);
});

it('describes throughput and lag of each thread', () => {
  const { lag, total, watch } = newWatch();
  total.active = 3000;
  lag.record(900);
  watch.takeReport();
  total.active += 400;
  total.idle = 600;
  for (const late of [1, 1, 1, 7]) {
    lag.record(late);
  }
  watch.takeReport();
  const load = { ...watch.summary, samples: 1234 };
  assert.deepEqual(threadSentences([load, { ...load, samples: 5 }]), [
    'Thread 1 of 2: 1234 samples in 4.0 s, 40 % busy, schedule lag p50 1.3 ms, p99 7.0 ms, maximum 7 ms',
    'Thread 2 of 2: 5 samples in 4.0 s, 40 % busy, schedule lag p50 1.3 ms, p99 7.0 ms, maximum 7 ms',
  ]);
});

it('excludes the lag of the warm-up when a report is slightly late', () => {
  const { lag, total, watch } = newWatch();
  total.active = 3125;
  lag.record(900);
  watch.takeReport();
  total.idle = 875;
  lag.record(1);
  assert.deepEqual(watch.takeReport().run, { lagP99Ms: 1, lagMaxMs: 1, busyShare: 0.125 });
});
