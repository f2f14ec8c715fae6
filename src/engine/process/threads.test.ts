import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isFullSuite } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { samplesInBlock, scanBlocks } from '../../tool-process/block-codec.ts';
import { byThread, type EngineRun, endOf, runEngine } from '../testing/engine-process.ts';
import { debug, element, group, http, loop, plan, planWith, simple, withXml } from '../testing/plan.ts';
import { loadPlan } from './load-plan.ts';
import { WorkerPool } from './worker-pool.ts';

/** A server that counts its requests. */
async function startTarget(t: TestContext): Promise<{ port: number; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.statusCode = request.url?.startsWith('/fail') ? 500 : 200;
    response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, paths };
}

const inBlocks = ({ blocks }: EngineRun) => blocks.reduce((sum, { samples }) => sum + samples, 0);

const csv = (shareMode: string, more: Record<string, string | boolean> = {}) =>
  element('CSVDataSet', 'rows', {
    filename: 'rows.csv',
    fileEncoding: 'UTF-8',
    variableNames: 'row',
    delimiter: ',',
    quotedData: false,
    recycle: false,
    stopThread: true,
    ignoreFirstLine: false,
    shareMode,
    ...more,
  });

const counter = (isPerUser: boolean) =>
  element('CounterConfig', 'counter', {
    'CounterConfig.start': '1',
    'CounterConfig.end': '',
    'CounterConfig.incr': '1',
    'CounterConfig.name': isPerUser ? 'own' : 'common',
    'CounterConfig.format': '',
    'CounterConfig.per_user': isPerUser,
  });

test('with two threads, target, results file and blocks have the same count, and users are counted across threads', async (t) => {
  const target = await startTarget(t);
  const users = group(
    { users: 8, loops: 50 },
    http('good', { port: target.port, path: '/good/${__threadNum}' }),
    http('bad', { port: target.port, path: '/fail' }),
  );
  const ends = await runEngine(t, { plan: plan(users), options: { workers: 2 } });
  assert.deepEqual(endOf(ends), [0, '']);
  assert.match(ends.log, /Running with 2 threads/);
  assert.match(ends.log, /Thread 1 of 2: 400 samples in .* s, \d+ % busy, schedule lag p50 /);
  assert.match(ends.log, /Thread 2 of 2: 400 samples /);
  assert.equal(target.paths.length, 800);
  assert.equal(ends.samples.length, 800);
  assert.equal(inBlocks(ends), 800);
  assert.equal(
    ends.blocks.reduce((sum, { labels }) => sum + (labels.get('bad')?.failed ?? 0), 0),
    400,
  );
  for (let user = 1; user <= 8; user++) {
    assert.equal(target.paths.filter((path) => path === `/good/${user}`).length, 50);
  }
  assert.ok(Math.max(...ends.samples.map(({ allUsers }) => allUsers)) > 4, 'also those of the other thread');
  assert.ok(ends.samples.every(({ allUsers }) => allUsers >= 1 && allUsers <= 8));
  const report = ends.blocks.findLast(({ generator }) => generator)?.generator;
  assert.ok(report && report.latest.busyShare > 0 && report.latest.busyShare <= 1);
  assert.ok(report.run && report.run.lagMaxMs > 0, 'however short it was');
});

test('with a seed, each user does the same with one, two and three threads', async (t) => {
  const random = element('RandomController', 'any', { 'InterleaveControl.style': 0 }, [
    debug('one ${__Random(1,1000)}'),
    debug('two ${own}'),
    debug(
      'three ${rows}',
      element('UniformRandomTimer', 'wait', { 'ConstantTimer.delay': '0', 'RandomTimer.range': '3' }),
    ),
  ]);
  const users = group(
    { users: 7, loops: 12 },
    counter(true),
    element('CSVDataSet', 'own rows', {
      filename: 'rows.csv',
      fileEncoding: 'UTF-8',
      variableNames: 'rows',
      delimiter: ',',
      quotedData: false,
      recycle: true,
      stopThread: false,
      ignoreFirstLine: false,
      shareMode: 'shareMode.thread',
    }),
    element('RandomOrderController', 'order', {}, [
      debug('a ${__RandomString(5,abcdef)}'),
      debug('b'),
      debug('c'),
    ]),
    loop('L', 2, random),
    debug('${start} ${__threadNum}'),
  );
  const whole = planWith(
    {},
    { start: '${__Random(1,1000000)}' },
    users,
    group({ name: 'Others', users: 3 }, debug('other ${__Random(1,1000)}')),
  );
  const files = { 'rows.csv': 'r1\nr2\nr3\n' };
  const seen: Record<string, string[]>[] = [];
  for (const workers of [1, 2, 3]) {
    const ends = await runEngine(t, { plan: whole, files, options: { workers, seed: 42 } });
    assert.deepEqual(endOf(ends), [0, '']);
    seen.push(byThread(ends.samples));
  }
  const [first, ...others] = seen;
  assert.equal(Object.keys(first ?? {}).length, 10);
  for (const other of others) {
    assert.deepEqual(other, first);
  }
  const lists = Object.entries(first ?? {}).filter(([name]) => name.startsWith('Users'));
  assert.equal(new Set(lists.map(([, list]) => list.join())).size, 7, 'users differ from each other');
  const another = await runEngine(t, { plan: whole, files, options: { workers: 2, seed: 43 } });
  assert.notDeepEqual(byThread(another.samples), first);
});

test('each row of a shared file and each number of a shared counter is used once across threads', async (t) => {
  const rows = Array.from({ length: 300 }, (_, index) => `row${index}`);
  const users = group(
    // More than enough for all rows. No user can take so many that another gets none.
    { users: 6, loops: 51 },
    csv('shareMode.all'),
    counter(false),
    debug('${row}', element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '2' })),
    debug('n${common}'),
  );
  const ends = await runEngine(t, {
    plan: plan(users),
    files: { 'rows.csv': `${rows.join('\n')}\n` },
    options: { workers: 3 },
  });
  assert.deepEqual(endOf(ends), [0, '']);
  assert.match(ends.log, /Running with 3 threads/);
  const labels = ends.samples.map(({ label }) => label);
  assert.deepEqual(labels.filter((label) => label.startsWith('row')).toSorted(), rows.toSorted());
  const numbers = labels.filter((label) => label.startsWith('n')).map((label) => Number(label.slice(1)));
  assert.deepEqual([numbers.length, new Set(numbers).size], [rows.length, rows.length]);
  // As in JMeter, the counter comes before the file: each user also takes a number when it finds the end of the file.
  assert.ok(Math.min(...numbers) === 1 && Math.max(...numbers) <= rows.length + 6, String(numbers));
  assert.equal(Object.keys(byThread(ends.samples)).length, 6, 'all users had some');
});

test('percent executions and the users of a Concurrency Thread Group are kept across threads', async (t) => {
  const some = element(
    'ThroughputController',
    'some',
    {
      'ThroughputController.style': 1,
      'ThroughputController.perThread': false,
      'ThroughputController.maxThroughput': 1,
      'ThroughputController.percentThroughput': '25',
    },
    [debug('quarter')],
  );
  const few = element(
    'ThroughputController',
    'few',
    {
      'ThroughputController.style': 0,
      'ThroughputController.perThread': false,
      'ThroughputController.maxThroughput': 7,
      'ThroughputController.percentThroughput': '100',
    },
    [debug('seven')],
  );
  const concurrency = withXml(
    element(
      'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
      'many',
      {
        'ThreadGroup.on_sample_error': 'continue',
        TargetLevel: '5',
        RampUp: '',
        Steps: '',
        Hold: '2',
        Unit: 'S',
        Iterations: '3',
        LogFilename: '',
      },
      [debug('c', element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '50' }))],
    ),
    '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>',
  );
  const whole = plan(group({ users: 6, loops: 40 }, some, few, debug('all')), concurrency);
  const ends = await runEngine(t, { plan: whole, options: { workers: 2 } });
  assert.deepEqual(endOf(ends), [0, '']);
  assert.match(ends.log, /Running with 2 threads/);
  const count = (label: string) => ends.samples.filter((each) => each.label === label).length;
  assert.deepEqual([count('all'), count('quarter'), count('seven')], [240, 60, 7]);
  const many = byThread(ends.samples.filter(({ label }) => label === 'c'));
  const users = Object.keys(many);
  for (const number of [1, 2, 3, 4, 5]) {
    assert.ok(
      users.some((name) => name.endsWith(`-${number}`)),
      users.join(),
    );
  }
  assert.ok(users.length > 5, 'those that ended were replaced');
  assert.ok(Object.values(many).every((own) => own.length <= 3));
});

test('recycled files and files with a header or quotes are shared by all threads', async (t) => {
  const users = group(
    { users: 6, loops: 20 },
    csv('shareMode.group', { recycle: true, stopThread: false, variableNames: '', quotedData: true }),
    debug('${a}-${b}'),
  );
  const ends = await runEngine(t, {
    plan: plan(users),
    files: { 'rows.csv': 'a,b\n1,"o,ne"\n2,two\n3,"th""ree"\n' },
    options: { workers: 2 },
  });
  const counts = Object.groupBy(
    ends.blocks.flatMap(({ labels }) => [...labels]),
    ([label]) => label,
  );
  const sums = Object.entries(counts).map(([label, all]) => [
    label,
    (all ?? []).reduce((sum, [, stats]) => sum + stats.count, 0),
  ]);
  assert.deepEqual(sums.toSorted(), [
    ['1-o,ne', 40],
    ['2-two', 40],
    ['3-th"ree', 40],
  ]);
});

test('several threads run set-up, consecutive groups and tear-down in order', async (t) => {
  const many = (name: string, kind?: string) =>
    group({ name, users: 4, loops: 3, ...(kind ? { kind } : {}) }, debug(name));
  const whole = planWith(
    { 'TestPlan.serialize_threadgroups': true },
    {},
    many('down', 'PostThreadGroup'),
    many('first'),
    many('second'),
    many('up', 'SetupThreadGroup'),
  );
  const { folder, code } = await runEngine(t, { plan: whole, options: { workers: 2 } });
  assert.equal(code, 0);
  const lines = (await readFile(join(folder, 'results.jtl'), 'utf8')).trimEnd().split('\n').slice(1);
  const times = new Map<string, { from: number; to: number }>();
  for (const [start = '', elapsed = '', label = ''] of lines.map((line) => line.split(','))) {
    const known = times.get(label) ?? { from: Infinity, to: 0 };
    times.set(label, {
      from: Math.min(known.from, Number(start)),
      to: Math.max(known.to, Number(start) + Number(elapsed)),
    });
  }
  const order = ['up', 'first', 'second', 'down'].map((name) => times.get(name));
  for (let at = 1; at < order.length; at++) {
    assert.ok((order[at]?.from ?? 0) >= (order[at - 1]?.to ?? Infinity), JSON.stringify([...times]));
  }
  assert.equal(lines.length, 48);
});

test('a user that stops the test stops the users of all threads', async (t) => {
  const wait = element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '20' });
  const stop = element(
    'IfController',
    'if',
    {
      // True once every user has a sample.
      'IfController.condition':
        '${__jexl3(${__threadNum} == 2 && "${__P(up1,)}${__P(up2,)}${__P(up3,)}${__P(up4,)}" == "xxxx")}',
      'IfController.useExpression': true,
    },
    [element('TestAction', 'stop', { 'ActionProcessor.action': 2, 'ActionProcessor.target': 2 })],
  );
  const up = debug('up${__setProperty(up${__threadNum},x)}', wait);
  const users = group({ users: 4, loops: -1 }, up, simple('S', stop));
  const ends = await runEngine(t, { plan: plan(users), options: { workers: 2 } });
  assert.deepEqual(endOf(ends), [0, '']);
  assert.equal(inBlocks(ends), ends.samples.length);
  assert.equal(Object.keys(byThread(ends.samples)).length, 4);
});

test('a stop request ends all threads after their current samples', async (t) => {
  const target = await startTarget(t);
  const users = group({ users: 6, loops: -1 }, http('x', { port: target.port, path: '/' }));
  const ends = await runEngine(t, {
    plan: plan(users),
    options: { workers: 2 },
    meanwhile: async (order) => {
      await until('requests', () => target.paths.length > 100);
      await order('stop 5000');
    },
  });
  assert.deepEqual(endOf(ends), [0, '']);
  assert.equal(ends.samples.length, target.paths.length);
  assert.equal(inBlocks(ends), target.paths.length);
});

test('a property set by set-up reaches all users, and a shared counter returns each number once', async (t) => {
  const whole = plan(
    group({ name: 'up', kind: 'SetupThreadGroup' }, debug('set${__setProperty(token,t7)}')),
    group({ users: 6, loops: 20 }, debug('n${__counter(FALSE)} ${__P(token,none)}${__P(given,none)}')),
    group(
      { name: 'down', kind: 'PostThreadGroup', users: 2 },
      debug('${__counter(FALSE)} down ${__counter(TRUE)}'),
    ),
  );
  const ends = await runEngine(t, { plan: whole, options: { workers: 2, properties: { given: '!' } } });
  assert.deepEqual(endOf(ends), [0, '']);
  assert.match(ends.log, /Running with 2 threads/);
  const labels = ends.samples.map(({ label }) => label);
  assert.deepEqual(
    labels.filter((label) => label.startsWith('n')).toSorted(),
    Array.from({ length: 120 }, (_, index) => `n${index + 1} t7!`).toSorted(),
  );
  assert.deepEqual(labels.filter((label) => label.includes('down')).toSorted(), ['1 down 1', '2 down 1']);
});

test('a plan whose users share state runs in one thread', async (t) => {
  const users = group({ users: 40 }, debug('${__StringFromFile(rows.txt)}'));
  const rows = Array.from({ length: 40 }, (_, index) => `line${index}`);
  const files = { 'rows.txt': rows.join('\n') };
  const ends = await runEngine(t, { plan: plan(users), files, options: { workers: 2 } });
  assert.equal(ends.code, 0);
  assert.match(ends.log, /Running with one thread: __StringFromFile shares state between users/);
  assert.equal(new Set(ends.samples.map(({ label }) => label)).size, 40);
});

test('one thread reports its users in seconds without samples', async (t) => {
  const rest = element('ConstantTimer', 'rest', { 'ConstantTimer.delay': 2500 });
  const ends = await runEngine(t, {
    plan: plan(group({ users: 5 }, debug('before'), debug('after', rest))),
    options: { workers: 1 },
  });
  // Each user rests for a whole second, whenever it starts.
  const quiet = ends.blocks.filter(({ samples }) => samples === 0);
  assert.ok(
    quiet.some(({ users, usersNow }) => users === 5 && usersNow === 5),
    JSON.stringify(quiet.map(({ users, usersNow }) => [users, usersNow])),
  );
});

test('threads that shut down write all samples', async (t) => {
  const target = await startTarget(t);
  const folder = await mkdtemp(join(tmpdir(), 'spate-threads-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const users = group({ users: 8, loops: -1 }, http('good', { port: target.port, path: '/good' }));
  await writeFile(at('plan.jmx'), plan(users));
  const options = {
    ...{ planName: 'plan.jmx', properties: {}, filesFolder: folder, maxResultsBytes: 2 ** 30 },
    ...{ readyPath: at('ready'), controlPath: at('control'), logPath: at('jmeter.log') },
    ...{ samplesPath: at('samples.blocks'), resultsPath: at('results.jtl') },
  };
  const pool = new WorkerPool(options, loadPlan(options), 2, { onRefusal: () => {}, onWarning: () => {} });
  t.after(() => pool.close());
  await pool.ready();
  void pool.run(0);
  await until('there is enough to be lost', async () => target.paths.length > 500);
  await pool.shutDown();
  const { bodies } = scanBlocks(await readFile(at('samples.blocks')));
  const written = bodies.reduce((sum, body) => sum + samplesInBlock(body), 0);
  assert.ok(target.paths.length - written <= 8, `${written} of ${target.paths.length}, and 8 in flight`);
});

if (isFullSuite()) {
  test('a thread that runs out of memory ends the run with its samples and a reason', async (t) => {
    const grow = element(
      'IfController',
      'if',
      { 'IfController.condition': '${__jexl3(${__threadNum} == 1)}', 'IfController.useExpression': true },
      [debug('grow ${__RandomString(200000,abc,v${own})}${__substring(x,0,0)}')],
    );
    const users = group(
      { users: 4, loops: -1 },
      counter(true),
      debug('x', element('ConstantTimer', 'w', { 'ConstantTimer.delay': '5' })),
      grow,
    );
    const ends = await runEngine(t, {
      plan: plan(users),
      options: { workers: 2, heapMb: 128, maxResultsBytes: 0 },
    });
    assert.equal(ends.code, 70);
    assert.match(
      ends.output,
      /^problem: The engine used more than the 64 MB of memory that each of its 2 threads may use/m,
    );
    assert.ok(inBlocks(ends) > 0);
  });
}
