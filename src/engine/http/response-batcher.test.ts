import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '../../../test/support/until.ts';
import { Wheel, WheelEntry } from '../time/wheel.ts';
import { createHttpEnvironment } from './http-environment.ts';
import { ResponseBatcher } from './response-batcher.ts';

it('resumes all users in order before anything is sent', async () => {
  const done: string[] = [];
  const batcher = new ResponseBatcher(() => 0);
  for (const name of ['a', 'b', 'c']) {
    batcher.add({
      resume: () => {
        done.push(`${name} continues`);
        batcher.send({ write: () => done.push(`${name} sends`) });
      },
    });
  }
  assert.deepEqual(done, []);
  await nextTurn();
  assert.deepEqual(done, ['a continues', 'b continues', 'c continues', 'a sends', 'b sends', 'c sends']);
});

it('sends the requests of woken users after all of them are woken', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let nowMs = 1000;
    const wheel = new Wheel(() => nowMs);
    const { batcher } = createHttpEnvironment(wheel, () => nowMs);
    const done: string[] = [];
    class Sleeper extends WheelEntry {
      override due(): void {
        done.push('wakes');
        batcher.send({ write: () => done.push('sends') });
      }
    }
    wheel.add(new Sleeper(), 1001);
    wheel.add(new Sleeper(), 1001);
    nowMs = 1001;
    mock.timers.tick(1);
    assert.deepEqual(done, ['wakes', 'wakes', 'sends', 'sends']);
  } finally {
    mock.timers.reset();
  }
});

it('sends after each batch of resumed or woken users', async () => {
  let nowMs = 1000;
  const wheel = new Wheel(() => nowMs);
  const { batcher } = createHttpEnvironment(wheel, () => nowMs);
  let sent = 0;
  const sentBefore: number[] = [];
  const resume = () => {
    sentBefore.push(sent);
    batcher.send({ write: () => (sent += 1) });
  };
  class Sleeper extends WheelEntry {
    override due = resume;
  }
  const expected = Array.from({ length: 80 }, (_, each) => each - (each % 4));
  for (let each = 0; each < 80; each++) {
    batcher.add({ resume });
  }
  for (let turn = 0; turn < 20; turn++) {
    await nextTurn();
  }
  assert.deepEqual(sentBefore, expected);
  sent = 0;
  sentBefore.length = 0;
  for (let each = 0; each < 80; each++) {
    wheel.add(new Sleeper(), 1001);
  }
  nowMs = 1001;
  await until('all are woken', () => sentBefore.length === 80);
  assert.deepEqual(sentBefore, expected);
});

it('sends immediately outside of a batch', () => {
  let sent = 0;
  new ResponseBatcher(() => 0).send({ write: () => (sent += 1) });
  assert.equal(sent, 1);
});

it('sends and reads between slow users', async () => {
  let nowMs = 0;
  let sent = 0;
  const sentBefore: number[] = [];
  const batcher = new ResponseBatcher(() => nowMs);
  for (let each = 0; each < 20; each++) {
    batcher.add({
      resume: () => {
        nowMs += 1;
        sentBefore.push(sent);
        batcher.send({ write: () => (sent += 1) });
      },
    });
  }
  for (let turn = 0; turn < 6; turn++) {
    await nextTurn();
  }
  assert.equal(sent, 20);
  assert.deepEqual(
    sentBefore,
    [0, 4, 8, 12, 16].flatMap((before) => Array(4).fill(before)),
  );
});

it('releases resumed users while others wait', async () => {
  let nowMs = 0;
  const batcher = new ResponseBatcher(() => nowMs);
  let wakeUps = 0;
  // Each task adds another, so that the queue never empties.
  const next = () => ({
    resume: () => {
      nowMs += 1;
      wakeUps += 1;
      if (wakeUps < 500) {
        batcher.add(next());
      }
    },
  });
  for (let each = 0; each < 20; each++) {
    batcher.add(next());
  }
  let most = 0;
  while (wakeUps < 500) {
    await nextTurn();
    most = Math.max(most, batcher.waiting);
  }
  assert.ok(most <= 28, `${most} are kept`);
});
