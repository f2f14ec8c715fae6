import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JavaRandom } from '../../languages/java/java-random.ts';
import { type ArrivalTimes, SortedTimes, SuccessiveTimes } from './arrival-times.ts';

const span = { fromSecond: 100, seconds: 50 };

const all = (times: ArrivalTimes) => Array.from({ length: times.left }, () => times.next());

test('times drawn one by one are as many, in order, within the span', () => {
  const random = new JavaRandom(7n);
  const times = all(new SuccessiveTimes(5_000, span, () => random.nextDouble()));
  assert.equal(times.length, 5_000);
  assert.ok(times.every((time, at) => time >= (times[at - 1] ?? 100) && time <= 150));
});

test('times drawn one by one are spread like those that are drawn first and sorted', () => {
  const random = new JavaRandom(1n);
  const draw = () => random.nextDouble();
  const meansOf = (Times: typeof SortedTimes | typeof SuccessiveTimes) => {
    const rounds = Array.from({ length: 400 }, () => all(new Times(9, span, draw)));
    return Array.from(
      { length: 9 },
      (_, at) => rounds.reduce((sum, times) => sum + (times[at] ?? 0), 0) / rounds.length,
    );
  };
  const sorted = meansOf(SortedTimes);
  for (const [at, mean] of meansOf(SuccessiveTimes).entries()) {
    // The k-th of 9 times is expected at k tenths of the span.
    assert.ok(Math.abs(mean - (105 + 5 * at)) < 2, `${mean} at ${at}`);
    assert.ok(Math.abs(mean - (sorted[at] ?? 0)) < 2, `${mean} and ${sorted[at]} at ${at}`);
  }
});
