import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RunQueue } from './run-queue.ts';

describe('the run queue', () => {
  it('runs tasks in order, and tasks added again last', async () => {
    const taken: string[] = [];
    await new Promise<void>((resolve) => {
      const turns = new RunQueue<string>(
        () => 0,
        (each) => {
          taken.push(each);
          if (each === 'a' && taken.length < 4) turns.add('a');
          if (taken.length === 4) resolve();
        },
      );
      for (const each of ['a', 'b', 'c']) turns.add(each);
    });
    assert.deepEqual(taken, ['a', 'b', 'c', 'a']);
  });

  it('lets the event loop run when tasks take long', async () => {
    let nowMs = 0;
    const taken: number[] = [];
    const inBetween: number[] = [];
    await new Promise<void>((resolve) => {
      const turns = new RunQueue<number>(
        () => nowMs,
        (each) => {
          nowMs += 3;
          taken.push(each);
          if (taken.length === 10) resolve();
        },
      );
      for (let index = 0; index < 10; index++) turns.add(index);
      const look = () => {
        inBetween.push(taken.length);
        if (taken.length < 10) setImmediate(look);
      };
      setImmediate(look);
    });
    assert.deepEqual(taken, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.ok(inBetween.length >= 4, inBetween.join());
  });

  it('releases finished tasks and keeps tasks added meanwhile', async () => {
    let nowMs = 0;
    const taken: number[] = [];
    const waiting: number[] = [];
    let isOver = false;
    await new Promise<void>((resolve) => {
      const turns = new RunQueue<number>(
        () => nowMs,
        (each) => {
          nowMs += 3;
          taken.push(each);
          waiting.push(turns.waiting);
          if (each < 100) turns.add(each + 100);
          if (taken.length === 8) {
            setImmediate(() => {
              isOver = turns.waiting === 0;
              resolve();
            });
          }
        },
      );
      for (let index = 0; index < 4; index++) turns.add(index);
    });
    assert.deepEqual(taken, [0, 1, 2, 3, 100, 101, 102, 103]);
    assert.ok(isOver);
    assert.ok(Math.max(...waiting) <= 6, waiting.join());
  });
});
