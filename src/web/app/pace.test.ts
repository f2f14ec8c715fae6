import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from './pace.ts';

/** A clock that is turned by hand. */
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

test('what is wanted is asked for at once', () => {
  const { pace, asked } = scene();
  pace.want();
  assert.deepEqual(asked, [0]);
});

test('what is wanted in the pause is asked for at its end, once', () => {
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

test('what is wanted during a call is asked for after it, later the longer it took', () => {
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

test('a call that was overtaken ends without a word, and a new call settles what was wanted', () => {
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

test('nothing is asked for after the stop', () => {
  const { pace, asked, turnTo } = scene();
  pace.begin()();
  pace.want();
  pace.stop();
  turnTo(10_000);
  assert.deepEqual(asked, []);
});
