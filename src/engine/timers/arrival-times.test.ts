import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JavaRandom } from '../../languages/java/java-random.ts';
import { type ArrivalTimes, BucketedTimes, SortedTimes, SuccessiveTimes } from './arrival-times.ts';

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

test('times drawn in steps are those that are drawn and sorted at once, and let others run in between', async () => {
  const count = 230_001;
  const [one, other] = [new JavaRandom(5n), new JavaRandom(5n)];
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  const times = await BucketedTimes.draw(count, span, () => one.nextDouble());
  clearInterval(ticking);
  assert.ok(turns > 2, `${turns} turns of the event loop`);
  assert.deepEqual(all(times), all(new SortedTimes(count, span, () => other.nextDouble())));
  assert.equal(times.left, 0);
});

test('times drawn in steps are sorted where all are equal', async () => {
  const times = await BucketedTimes.draw(60_000, span, () => 0.999999999999);
  assert.equal(new Set(all(times)).size, 1);
});
