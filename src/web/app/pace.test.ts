import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from './pace.ts';

/** A manually advanced clock. */
function scene() {
  let nowMs = 0;
  let timers: { at: number; run: () => void }[] = [];
  const asked: number[] = [];
  const pace = new Pace({
    ask: () => asked.push(nowMs),
    shortestPauseMs: 800,
    pausesPerAnswer: 4,
    nowMs: () => nowMs,
    later: (run, ms) => {
      const timer = { at: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  const turnTo = (ms: number) => {
    nowMs = ms;
    const due = timers.filter(({ at }) => at <= ms);
    timers = timers.filter(({ at }) => at > ms);
    for (const { run } of due) run();
  };
  return { pace, asked, turnTo };
}

test('the first request is sent immediately', () => {
  const { pace, asked } = scene();
  pace.want();
  assert.deepEqual(asked, [0]);
});

test('requests during the pause are merged into one call at its end', () => {
  const { pace, asked, turnTo } = scene();
  const end = pace.begin();
  turnTo(100);
  end();
  turnTo(300);
  pace.want();
  pace.want();
  turnTo(899);
  assert.deepEqual(asked, []);
  turnTo(900);
  assert.deepEqual(asked, [900]);
  turnTo(5000);
  assert.deepEqual(asked, [900]);
});

test('a request during a call is sent after it, with a pause proportional to its duration', () => {
  const { pace, asked, turnTo } = scene();
  const end = pace.begin();
  turnTo(500);
  pace.want();
  turnTo(1000);
  end();
  turnTo(4999);
  assert.deepEqual(asked, []);
  turnTo(5000);
  assert.deepEqual(asked, [5000]);
});

test('the end of a superseded call has no effect, and a new call fulfils pending requests', () => {
  const { pace, asked, turnTo } = scene();
  const first = pace.begin();
  pace.want();
  turnTo(100);
  const second = pace.begin();
  first();
  turnTo(200);
  second();
  turnTo(10_000);
  assert.deepEqual(asked, []);
});

test('no calls are made after stop', () => {
  const { pace, asked, turnTo } = scene();
  pace.begin()();
  pace.want();
  pace.stop();
  turnTo(10_000);
  assert.deepEqual(asked, []);
});
