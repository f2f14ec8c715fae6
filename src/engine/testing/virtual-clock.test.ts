import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { Result } from '../state/result.ts';
import { debug, element, group, http, plan, type TestElement } from './plan.ts';
import { runPlan } from './run-plan.ts';
import { longestStepMs, steadyTime } from './steady-time.ts';
import { VirtualClock } from './virtual-clock.ts';

const hourMs = 3_600_000;

const wait = (ms: number) => element('ConstantTimer', 'wait', { 'ConstantTimer.delay': ms });

const sleeper = (ms: number): TestElement =>
  element('kg.apc.jmeter.samplers.DummySampler', 'sleeper', {
    ...{ WAITING: true, SUCCESFULL: true, RESPONSE_CODE: '200', RESPONSE_MESSAGE: 'OK', REQUEST_DATA: '' },
    ...{ RESPONSE_DATA: '', RESPONSE_TIME: ms, LATENCY: '0', CONNECT: '0' },
  });

/** A loopback server; returns its port. */
async function serve(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function run(children: TestElement[], onSample: (label: string) => unknown = () => {}) {
  const clock = new VirtualClock();
  const startMs = clock.nowMs();
  const { samples } = await runPlan(plan(...children), { clock, onSample });
  return { samples, skippedMs: clock.skippedMs, tookMs: clock.nowMs() - startMs };
}

describe('virtual time', () => {
  it('skips an hour of waiting, wakes each user at its time, and loses no sample', async () => {
    const { samples, skippedMs, tookMs } = await run([
      group({ name: 'seconds', loops: 3600 }, debug('second', wait(1000))),
      group({ name: 'minutes', users: 2, loops: 60 }, debug('minute', wait(60_000))),
    ]);
    const of = (label: string) => samples.filter((sample) => sample.label === label);
    assert.equal(of('second').length, 3600);
    assert.equal(of('minute').length, 120);
    assert.ok(tookMs >= hourMs && tookMs < hourMs * 1.01, `${tookMs} ms`);
    assert.ok(skippedMs > hourMs * 0.98, `${skippedMs} ms`);
  });

  it('keeps the arrivals of an open model that lasts an hour', async () => {
    const open = element('OpenModelThreadGroup', 'open', {
      'OpenModelThreadGroup.schedule': 'rate(1/sec) even_arrivals(1 hour) rate(1/sec)',
    });
    const { samples, tookMs } = await run([{ ...open, children: [debug('arrived')] }]);
    assert.equal(samples.length, 3600);
    assert.ok(tookMs >= hourMs - 1 && tookMs < hourMs * 1.01, `${tookMs} ms`);
  });

  it('skips what a sample only sleeps, alone and in parallel branches', async () => {
    const branches = element(
      'com.blazemeter.jmeter.controller.ParallelSampler',
      'both',
      { MAX_THREAD_NUMBER: 6, LIMIT_MAX_THREAD_NUMBER: false, PARENT_SAMPLE: false },
      [sleeper(60_000), sleeper(120_000)],
    );
    const { samples, tookMs } = await run([group({}, sleeper(60_000), branches)]);
    assert.deepEqual(
      samples.map(({ startMs, endMs }) => Math.round((endMs - startMs) / 60_000)),
      [1, 1, 2],
    );
    assert.ok(tookMs >= 180_000 && tookMs < 181_000, `${tookMs} ms`);
  });

  it('skips while users wait for each other', async () => {
    const barrier = element('SyncTimer', 'together', { groupSize: 2, timeoutInMs: 0 });
    const more = { 'ThreadGroup.ramp_time': 120 };
    const { samples, tookMs } = await run([group({ users: 2, more }, debug('met', barrier))]);
    assert.equal(samples.length, 2);
    assert.ok(tookMs >= 60_000 && tookMs < 61_000, `${tookMs} ms`);
  });

  it('skips nothing while a request is under way, and goes on skipping afterwards', async (t) => {
    const port = await serve(t, (_request, response) => steadyTime.after(200, () => response.end('late')));
    const { samples } = await run([
      group({ name: 'asking' }, http('asked', { port }), debug('afterwards', wait(60_000))),
      group({ name: 'waiting', loops: 20 }, debug('waited', wait(10_000))),
    ]);
    const of = (wanted: string) => samples.filter(({ label }) => label === wanted);
    const [asked] = of('asked') as [Result];
    const [afterwards] = of('afterwards') as [Result];
    assert.equal(asked.isSuccess, true);
    assert.ok(asked.endMs - asked.startMs < 5000, `${asked.endMs - asked.startMs} ms`);
    assert.ok(afterwards.startMs - asked.endMs >= 60_000);
    assert.equal(of('waited').length, 20);
    assert.ok(of('waited').every(({ startMs }) => startMs > asked.endMs));
  });

  it('measures an answer that nothing else waits beside', async (t) => {
    const port = await serve(t, (_request, response) => steadyTime.after(200, () => response.end('late')));
    const { samples, skippedMs } = await run([group({}, http('asked', { port }))]);
    const [{ startMs, endMs }] = samples as [Result];
    assert.ok(endMs - startMs >= 200 && endMs - startMs < 300, `${endMs - startMs} ms`);
    assert.ok(skippedMs < 100, `${skippedMs} ms`);
  });

  it('skips nothing while a server is about to act by itself', async (t) => {
    const events: string[] = [];
    const port = await serve(t, (request, response) => {
      events.push(request.url ?? '');
      response.end('and soon gone');
      steadyTime.after(50, () => {
        events.push('gone');
        request.socket.destroy();
      });
    });
    const { samples } = await run([
      group({}, http('first', { port, path: '/1' }), http('second', { port, path: '/2' }, wait(60_000))),
    ]);
    assert.deepEqual(events.slice(0, 3), ['/1', 'gone', '/2']);
    assert.deepEqual(
      samples.map(({ isSuccess }) => isSuccess),
      [true, true],
    );
  });

  it('never skips past an answer on a loopback socket', async (t) => {
    const port = await serve(t, (_request, response) => response.end('at once'));
    const more = { 'HTTPSampler.response_timeout': '60000', 'HTTPSampler.connect_timeout': '60000' };
    const { samples } = await run([
      group({ loops: 200 }, http('asked', { port, more }, wait(1000))),
      group({ name: 'others', users: 3, loops: 200 }, debug('waited', wait(1000))),
    ]);
    const asked = samples.filter(({ label }) => label === 'asked');
    assert.equal(asked.filter(({ isSuccess }) => isSuccess).length, 200);
    assert.ok(asked.every(({ startMs, endMs }) => endMs - startMs < 1000));
  });

  it('ends a request at its response timeout', async (t) => {
    const port = await serve(t, () => {});
    const more = { 'HTTPSampler.response_timeout': '150' };
    const { samples } = await run([group({}, http('unanswered', { port, more }))]);
    const [{ isSuccess, startMs, endMs }] = samples as [Result];
    assert.equal(isSuccess, false);
    assert.ok(endMs - startMs >= 150 && endMs - startMs < 200, `${endMs - startMs} ms`);
  });

  it('flows while users are busy', async () => {
    const busy = element('RunTime', 'busy', { 'RunTime.seconds': 1 }, [debug('again')]);
    const { samples, tookMs } = await run([group({}, busy)]);
    assert.ok(samples.length > 10);
    assert.ok(tookMs >= 1000 && tookMs < 1200, `${tookMs} ms`);
  });

  it('counts a stall as no more than one step', async () => {
    const clock = new VirtualClock();
    const beforeMs = clock.nowMs();
    stall(500);
    const tookMs = clock.nowMs() - beforeMs;
    clock.stop();
    assert.ok(tookMs <= longestStepMs, `${tookMs} ms`);
  });

  it('keeps the schedule of a plan in which the machine stalls', async () => {
    const { samples } = await run(
      [
        group({ name: 'stalling' }, debug('stalled', wait(150))),
        group({ loops: 3 }, debug('beside', wait(100))),
      ],
      (label) => label === 'stalled' && stall(500),
    );
    const starts = samples.filter(({ label }) => label === 'beside').map(({ startMs }) => startMs);
    assert.equal(starts.length, 3);
    assert.ok((starts[2] as number) - (starts[0] as number) < 250, `${starts}`);
  });
});
