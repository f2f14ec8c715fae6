import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { type OutsideScript, StopRequest, type User, UserFailure } from '../core.ts';
import { Result } from '../state/result.ts';
import { debug, group, planWith } from '../testing/plan.ts';
import { runPlan } from '../testing/run-plan.ts';
import { jsr223 } from '../testing/script-plans.ts';
import type { PlanRun } from './plan-run.ts';

/** Runs a plan whose scripts answer after a turn of the event loop. `answer` runs with the source of the script. */
async function runOutside(
  plan: string,
  answer: (source: string, user: User, run: PlanRun) => unknown,
  onInterrupt: () => void = () => {},
): Promise<{ samples: Result[]; order: string[] }> {
  const order: string[] = [];
  let run: PlanRun;
  const scriptOf = (element: PlanElement): OutsideScript => {
    const source = String(element.properties.get('script'));
    const call = async <T>(user: User): Promise<T> => {
      order.push(`${user.number} begins ${source}`);
      await turn();
      order.push(`${user.number} ends ${source}`);
      return (await answer(source, user, run)) as T;
    };
    return {
      name: { raw: element.name, constant: element.name, evaluate: () => element.name },
      planListener: {},
      userListener: {},
      process: call,
      delayMs: call,
      check: (_result, user) => call(user),
      sample: call,
      interrupt: onInterrupt,
    };
  };
  const { samples } = await runPlan(plan, {
    environment: { outsideScripts: { scriptOf, interrupt: onInterrupt } },
    prepare: (own) => {
      run = own;
    },
  });
  return { samples, order };
}

const element = (kind: string, script: string) => jsr223(kind, kind, script);

test('a user waits for each of its processors, timers and assertions, while others continue', async () => {
  const plan = planWith(
    {},
    {},
    group(
      { users: 2 },
      debug(
        'sample ${a}',
        element('JSR223PreProcessor', 'pre 1'),
        element('JSR223PreProcessor', 'pre 2'),
        element('JSR223Timer', 'timer'),
        element('JSR223PostProcessor', 'post'),
        element('JSR223Assertion', 'check'),
      ),
    ),
  );
  const otherBegan = Promise.withResolvers<void>();
  const { samples, order } = await runOutside(plan, async (source, user) => {
    if (user.number === 1) {
      otherBegan.resolve();
    }
    await otherBegan.promise;
    if (source === 'pre 2') {
      user.variables.set('a', 'set');
    }
    return source === 'timer'
      ? 1000
      : { name: 'check', isFailure: source === 'check', isError: false, message: 'no' };
  });
  const steps = (number: number) =>
    order.filter((line) => line.startsWith(`${number} ends`)).map((line) => line.slice('0 ends '.length));
  for (const number of [0, 1]) {
    assert.deepEqual(steps(number), ['pre 1', 'pre 2', 'timer', 'post', 'check']);
  }
  assert.deepEqual(
    samples.map(({ label, isSuccess, failureMessage }) => [label, isSuccess, failureMessage]),
    [
      ['sample set', false, 'no'],
      ['sample set', false, 'no'],
    ],
  );
});

test('a sampler outside of the engine makes the sample, and its failure leaves it out', async () => {
  const plan = planWith(
    {},
    {},
    group({}, element('JSR223Sampler', 'sample'), element('JSR223Sampler', 'fails'), debug('next')),
  );
  const { samples } = await runOutside(plan, (source) => {
    if (source === 'fails') {
      throw new Error('broken');
    }
    const result = new Result();
    result.label = source;
    return result;
  });
  assert.deepEqual(
    samples.map(({ label }) => label),
    ['sample', 'next'],
  );
});

test('a script stops its user or the test, or ends its user at once', async () => {
  const plan = (kind: string) =>
    planWith({}, {}, group({ loops: 2 }, debug('first'), debug('second', element(kind, 'script'))));
  const labels = async (kind: string, error: Error) => {
    const { samples } = await runOutside(plan(kind), () => {
      throw error;
    });
    return samples.map(({ label }) => label);
  };
  assert.deepEqual(await labels('JSR223PreProcessor', new Error('only logged')), ['first', 'first']);
  assert.deepEqual(await labels('JSR223PreProcessor', new StopRequest('thread', 'enough')), ['first']);
  assert.deepEqual(await labels('JSR223PostProcessor', new StopRequest('test', 'enough')), ['first']);
  assert.deepEqual(await labels('JSR223PostProcessor', new UserFailure('gone')), ['first']);
});

test('a stop at once interrupts the script that a user waits for', async () => {
  const plan = planWith({}, {}, group({}, debug('sample', element('JSR223PreProcessor', 'script'))));
  const interrupted = Promise.withResolvers<void>();
  const { samples } = await runOutside(
    plan,
    (_source, _user, run) => {
      setImmediate(() => run.stop(true));
      return interrupted.promise;
    },
    () => interrupted.resolve(),
  );
  assert.deepEqual(samples, []);
});
