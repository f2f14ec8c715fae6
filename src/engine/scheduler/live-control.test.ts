import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LiveControl, noControl } from '../../domain/live-control.ts';
import type { Result } from '../state/result.ts';
import { element, group, plan, type TestElement, withXml } from '../testing/plan.ts';
import { runPlan } from '../testing/run-plan.ts';
import { SteppedClock } from '../testing/stepped-clock.ts';
import { WheelEntry } from '../time/wheel.ts';
import type { PlanRun } from './plan-run.ts';

const startMs = 1_700_000_000_000;
const sample = element('kg.apc.jmeter.samplers.DummySampler', 'x', {
  ...{ WAITING: true, SUCCESFULL: true, RESPONSE_CODE: '200', RESPONSE_MESSAGE: 'OK' },
  ...{ REQUEST_DATA: '', RESPONSE_DATA: '', RESPONSE_TIME: '100', LATENCY: '0', CONNECT: '0' },
});

/** `users` for 10 s. */
const scheduled = (users: number) =>
  group(
    {
      users,
      loops: -1,
      more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '10', 'ThreadGroup.delay': '0' },
    },
    sample,
  );

const concurrency = withXml(
  element(
    'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
    'many',
    {
      'ThreadGroup.on_sample_error': 'continue',
      ...{ TargetLevel: '2', RampUp: '', Steps: '', Hold: '10', Unit: 'S', Iterations: '', LogFilename: '' },
    },
    [sample],
  ),
  '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>',
);

class Order extends WheelEntry {
  readonly #act: () => void;

  constructor(act: () => void) {
    super();
    this.#act = act;
  }

  override due(): void {
    this.#act();
  }
}

/** Runs a plan with changes to its load, each at a second of the run. */
async function runWith(steps: TestElement, changes: Record<number, Partial<LiveControl>>): Promise<Result[]> {
  let isFirst = true;
  const begin = (run: PlanRun) => {
    let control = noControl;
    for (const [second, change] of Object.entries(changes)) {
      const order = new Order(() => {
        control = { ...control, ...change };
        run.control(control);
      });
      run.runner.wheel.add(order, startMs + Number(second) * 1000);
    }
  };
  const { samples } = await runPlan(plan(steps), {
    clock: new SteppedClock(startMs),
    onSample: (_label, run) => {
      if (isFirst) begin(run);
      isFirst = false;
    },
  });
  return samples;
}

const startsOf = (samples: readonly Result[]) => samples.map((each) => (each.startMs - startMs) / 1000);
/** Samples that started in each second, per user at most 10 and at least 9: each takes 100 ms and the next starts 1 ms later at most. */
const usersIn = (samples: readonly Result[], second: number) =>
  Math.round(startsOf(samples).filter((at) => Math.floor(at) === second).length / 10);

test('while paused no sample starts, and the group ends at its time', async () => {
  const samples = await runWith(scheduled(3), { 2: { isPaused: true }, 5: { isPaused: false } });
  const starts = startsOf(samples);
  assert.deepEqual(
    starts.filter((at) => at > 2.001 && at < 5),
    [],
  );
  assert.equal(usersIn(samples, 1), 3);
  assert.equal(usersIn(samples, 6), 3);
  assert.ok(Math.max(...starts) > 9.8 && Math.max(...starts) <= 10);
});

test('a paused group ends at its time', async () => {
  const starts = startsOf(await runWith(scheduled(2), { 3: { isPaused: true } }));
  assert.ok(starts.length > 50 && Math.max(...starts) <= 3.001);
});

for (const [name, steps] of [
  ['Thread Group', scheduled(2)],
  ['Concurrency Thread Group', concurrency],
] as const)
  test(`users start and end when their number changes: ${name}`, async () => {
    const samples = await runWith(steps, { 2: { users: 5 }, 5: { users: 1 }, 7: { users: 3 } });
    assert.deepEqual(
      [1, 3, 4, 6, 8, 9].map((second) => usersIn(samples, second)),
      [2, 5, 5, 1, 3, 3],
    );
  });
