import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { LabelStats } from '../../metrics/label-stats.ts';
import { decodeBlock, scanBlocks } from '../../tool-process/block-codec.ts';
import { SampleRecorder } from '../process/sample-recorder.ts';
import type { Result } from '../state/result.ts';
import { element, group, http, plan, type TestElement, transaction, withXml } from '../testing/plan.ts';
import { runPlan } from '../testing/run-plan.ts';
import { SteppedClock } from '../testing/stepped-clock.ts';

const takes = (ms: number, name = 'x', ...children: TestElement[]) =>
  element(
    'kg.apc.jmeter.samplers.DummySampler',
    name,
    {
      ...{ WAITING: true, SUCCESFULL: true, RESPONSE_CODE: '200', RESPONSE_MESSAGE: 'OK' },
      ...{ REQUEST_DATA: '', RESPONSE_DATA: '', RESPONSE_TIME: String(ms), LATENCY: '0', CONNECT: '0' },
    },
    children,
  );

const open = (schedule: string, ...children: TestElement[]) =>
  withXml(
    element(
      'OpenModelThreadGroup',
      'open',
      {
        'ThreadGroup.on_sample_error': 'continue',
        'OpenModelThreadGroup.schedule': schedule,
        'OpenModelThreadGroup.random_seed': '4038',
      },
      children,
    ),
    '<elementProp name="ThreadGroup.main_controller" elementType="OpenModelThreadGroupController"/>',
  );

const arrivals = (...children: TestElement[]) =>
  withXml(
    element(
      'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
      'many',
      {
        'ThreadGroup.on_sample_error': 'continue',
        ...{ TargetLevel: '7', RampUp: '', Steps: '', Hold: '2', Unit: 'S' },
        ...{ Iterations: '', LogFilename: '', ConcurrencyLimit: '' },
      },
      children,
    ),
    '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>',
  );

const precise = element('PreciseThroughputTimer', 'rate', {
  ...{ throughput: '10', throughputPeriod: '1', duration: '3', batchSize: '1', batchThreadDelay: '0' },
  ...{ exactLimit: '10000', allowedThroughputSurplus: '1.0', randomSeed: '4038' },
});

const pause = (ms: number) => element('ConstantTimer', 'pause', { 'ConstantTimer.delay': String(ms) });

const run = (...children: TestElement[]) => runPlan(plan(...children), { clock: new SteppedClock() });

for (const [name, made] of [
  ['open model', open('rate(20/s) random_arrivals(2 s) pause(1 s)', takes(30))],
  ['arrivals', arrivals(takes(400))],
  ['a planned pause', open('rate(20/s) random_arrivals(2 s) pause(1 s)', takes(30, 'x', pause(50)))],
  ['a timer with enough users', group({ users: 30, loops: 1 }, precise, takes(30))],
] as const)
  test(`without lag, every sample starts as intended: ${name}`, async () => {
    const { samples } = await run(made);
    assert.ok(samples.length > 5);
    assert.deepEqual(new Set(samples.map(({ lateMs }) => lateMs)), new Set([0]));
  });

test('a closed group has no intended starts, and only the first sample of an arrival has one', async () => {
  const closed = await run(group({ users: 2, loops: 3 }, takes(30), pause(20)));
  assert.deepEqual(new Set(closed.samples.map(({ lateMs }) => lateMs)), new Set([-1]));
  const { samples } = await run(
    open(
      'rate(5/s) even_arrivals(1 s) pause(1 s)',
      transaction('both', false, takes(30, 'first'), takes(30, 'second')),
    ),
  );
  const late = (label: string) =>
    new Set(samples.filter((each) => each.label === label).map(({ lateMs }) => lateMs));
  assert.deepEqual(
    [late('first'), late('second'), late('both')],
    [new Set([0]), new Set([-1]), new Set([0])],
  );
});

test('intended starts do not depend on how slow the target is', async () => {
  const startsOf = (samples: readonly Result[]) => samples.map(({ startMs, lateMs }) => startMs - lateMs);
  const fast = await run(group({ users: 30, loops: 1 }, precise, takes(0)));
  const slow = await run(group({ users: 1, loops: 30 }, precise, takes(300)));
  const inOrder = startsOf(fast.samples).toSorted((one, other) => one - other);
  const late = startsOf(slow.samples);
  assert.equal(late.length, inOrder.length);
  // The schedule has whole milliseconds, and starts up to 2 ms later are not late.
  for (const [at, ms] of late.entries())
    assert.ok(Math.abs(ms - (inOrder[at] ?? 0)) <= 3, `${ms} ${inOrder[at]}`);
  const last = slow.samples.at(-1);
  // 30 samples of 300 ms one after the other instead of within 3 s.
  assert.ok(last && last.lateMs > 5000 && last.elapsedMs === 300, String(last?.lateMs));
});

test('every request that the target counted is recorded once, with both times', async (t) => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('x');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const path = join(await temporaryFolder(t), 'samples');
  const recorder = new SampleRecorder({ path, areSubResultsSaved: true, nowMs: Date.now, usersNow: () => 1 });
  const steps = plan(
    open('rate(50/s) even_arrivals(1 s) pause(9 s)', http('first', { port }), http('second', { port })),
    group({ users: 1, loops: 20 }, precise, http('timed', { port })),
  );
  await runPlan(steps, { recorder });
  recorder.finish();
  recorder.close();
  const labels = new Map<string, LabelStats>();
  for (const body of scanBlocks(await readFile(path)).bodies) {
    for (const [label, stats] of decodeBlock(body).labels) {
      const known = labels.get(label) ?? new LabelStats();
      labels.set(label, known);
      known.merge(stats);
    }
  }
  const total = LabelStats.sum([...labels.values()]);
  assert.equal(total.count, requests);
  assert.equal(total.intended?.count, requests);
  const scheduled = (label: string) => labels.get(label)?.intended?.scheduled;
  assert.deepEqual([scheduled('first'), scheduled('second'), scheduled('timed')], [50, undefined, 20]);
  for (const label of ['first', 'timed']) {
    const stats = labels.get(label);
    assert.ok(stats?.intended && stats.intended.sumUs >= stats.sumUs && stats.intended.minUs >= stats.minUs);
  }
});
