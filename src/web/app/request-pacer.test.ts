import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestPacer } from './request-pacer.ts';

/** A manually advanced clock. */
function createPacer() {
  let nowMs = 0;
  let timers: { at: number; run: () => void }[] = [];
  const sentAt: number[] = [];
  const pacer = new RequestPacer({
    send: () => sentAt.push(nowMs),
    minPauseMs: 800,
    pauseFactor: 4,
    nowMs: () => nowMs,
    schedule: (run, ms) => {
      const timer = { at: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  const advanceTo = (ms: number) => {
    nowMs = ms;
    const due = timers.filter(({ at }) => at <= ms);
    timers = timers.filter(({ at }) => at > ms);
    for (const { run } of due) run();
  };
  return { pacer, sentAt, advanceTo };
}

test('the first request is sent immediately', () => {
  const { pacer, sentAt } = createPacer();
  pacer.request();
  assert.deepEqual(sentAt, [0]);
});

test('requests during the pause are merged into one call at its end', () => {
  const { pacer, sentAt, advanceTo } = createPacer();
  const end = pacer.begin();
  advanceTo(100);
  end();
  advanceTo(300);
  pacer.request();
  pacer.request();
  advanceTo(899);
  assert.deepEqual(sentAt, []);
  advanceTo(900);
  assert.deepEqual(sentAt, [900]);
  advanceTo(5000);
  assert.deepEqual(sentAt, [900]);
});

test('a request during a call is sent after it, with a pause proportional to its duration', () => {
  const { pacer, sentAt, advanceTo } = createPacer();
  const end = pacer.begin();
  advanceTo(500);
  pacer.request();
  advanceTo(1000);
  end();
  advanceTo(4999);
  assert.deepEqual(sentAt, []);
  advanceTo(5000);
  assert.deepEqual(sentAt, [5000]);
});

test('the end of a superseded call has no effect, and a new call fulfils pending requests', () => {
  const { pacer, sentAt, advanceTo } = createPacer();
  const first = pacer.begin();
  pacer.request();
  advanceTo(100);
  const second = pacer.begin();
  first();
  advanceTo(200);
  second();
  advanceTo(10_000);
  assert.deepEqual(sentAt, []);
});

test('no calls are made after stop', () => {
  const { pacer, sentAt, advanceTo } = createPacer();
  pacer.begin()();
  pacer.request();
  pacer.stop();
  advanceTo(10_000);
  assert.deepEqual(sentAt, []);
});
