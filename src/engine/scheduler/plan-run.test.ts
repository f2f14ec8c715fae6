import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { traceIdOf } from '../../domain/error-sample.ts';
import { traceParents } from '../http/trace-parent.ts';
import {
  debug,
  element,
  group,
  headers,
  http,
  loop,
  plan,
  planWith,
  strings,
  transaction,
  withXml,
} from '../testing/plan.ts';
import { runPlan } from '../testing/run-plan.ts';

const values = { lines: 'a = 1; b', script: 'var a = 1; a', back: '(?x)b' };

describe('a plan that needs Apache JMeter because of a variable value', () => {
  const pattern = withXml(
    element('ResponseAssertion', 'assertion', {
      'Assertion.test_field': 'Assertion.response_code',
      'Assertion.test_type': 2,
    }),
    strings('Asserion.test_strings', ['${back}']),
  );
  const iff = (condition: string, isExpression: boolean) =>
    element(
      'IfController',
      'if',
      {
        'IfController.condition': condition,
        'IfController.useExpression': isExpression,
        'IfController.evaluateAll': false,
      },
      [debug('inside')],
    );
  for (const [what, child] of [
    ['a condition in JEXL', iff('${__jexl3(${lines})}', true)],
    ['a condition in JavaScript', iff('${script}', false)],
    ['an expression in an assertion', debug('asserted', pattern)],
    ['an expression in an assertion of a transaction', transaction('whole', true, debug('part'), pattern)],
  ] as const) {
    it(`ends with one reason for any number of users: ${what}`, async () => {
      const { labels, refusals } = await runPlan(
        planWith({}, values, group({ users: 3, loops: 2 }, debug('before'), child, debug('after'))),
      );
      assert.ok(labels.includes('before'));
      assert.ok(!labels.includes('after'), labels.join());
      assert.equal(refusals.length, 1, refusals.join('\n'));
      assert.match(
        refusals[0] ?? '',
        /cannot run this plan\. Use Apache JMeter instead \(run\[engine\]=apache\)\./,
      );
    });
  }
});

describe('an unexpected error', () => {
  it('ends only the user it occurs in', async () => {
    let count = 0;
    const { labels, log } = await runPlan(
      planWith({}, {}, group({ users: 3 }, transaction('whole', true, debug('part')), debug('after'))),
      {
        onSample: (label) => {
          count += label === 'whole' ? 1 : 0;
          if (label === 'whole' && count === 2) {
            throw new Error('out of the blue');
          }
        },
      },
    );
    assert.equal(labels.filter((label) => label === 'whole').length, 3);
    assert.equal(labels.filter((label) => label === 'after').length, 2);
    assert.ok(log.some((text) => text.includes('out of the blue')));
  });
});

describe('an error during a sample', () => {
  it('after a delay, drops only that sample', async () => {
    const dummy = element('kg.apc.jmeter.samplers.DummySampler', 'dummy', {
      ...{ WAITING: true, SUCCESFULL: true, RESPONSE_CODE: '200', RESPONSE_MESSAGE: 'OK', REQUEST_DATA: '' },
      ...{ RESPONSE_DATA: '${__Random(1,${unset})}', RESPONSE_TIME: '5', LATENCY: '0', CONNECT: '0' },
    });
    const { labels, log } = await runPlan(planWith({}, {}, group({ users: 2 }, dummy, debug('after'))));
    assert.deepEqual(labels, ['after', 'after']);
    assert.match(log.join('\n'), /Error while processing sampler 'dummy'/);
  });

  it('after a response, drops only that sample', async (t) => {
    const server = createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(request.url === '/page' ? '<img src="/a.png"><img src="/b.png">' : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const more = { 'HTTPSampler.image_parser': true, 'HTTPSampler.embedded_url_re': '${back}' };
    const { labels, refusals } = await runPlan(
      planWith({}, values, group({}, http('page', { port, path: '/page', more }), debug('after'))),
    );
    assert.equal(refusals.length, 1);
    assert.ok(!labels.includes('after'));
  });
});

describe('users that never wait', () => {
  const rest = element('ConstantTimer', 'rest', { 'ConstantTimer.delay': 5 });
  const resting = group({ name: 'resting', loops: 4 }, debug('rested', rest));
  const whenFalse = element('IfController', 'never', {
    'IfController.condition': 'false',
    'IfController.useExpression': true,
  });
  for (const [what, busy] of [
    ['loop without end', loop('endless', -1, debug('busy'))],
    ['loop without a sampler', loop('endless', -1, { ...whenFalse, children: [debug('busy')] })],
  ] as const) {
    it(`let other users run, and can be stopped: users that ${what}`, {
      timeout: 30_000,
    }, async () => {
      const { labels } = await runPlan(planWith({}, {}, group({ name: 'busy', users: 3 }, busy), resting), {
        onSample: (label, run) => {
          if (label === 'rested' && run.runner.activeUsers > 3) {
            // The last user ends the test.
            setImmediate(() => run.runner.activeUsers === 3 && run.stop(false));
          }
        },
      });
      assert.equal(labels.filter((label) => label === 'rested').length, 4);
    });
  }

  it('synchronize in thousands and all continue', { timeout: 60_000 }, async () => {
    const barrier = element('SyncTimer', 'together', { groupSize: 3000, timeoutInMs: 0 });
    const { labels } = await runPlan(
      planWith({}, {}, group({ users: 3000, loops: 3 }, debug('met', barrier))),
    );
    assert.equal(labels.length, 9000);
  });
});

describe('thread groups', () => {
  it('can number more than a thousand', async () => {
    const groups = Array.from({ length: 1100 }, (_, at) => group({ name: `group ${at}` }, debug('here')));
    const { labels } = await runPlan(planWith({}, {}, ...groups));
    assert.equal(labels.length, 1100);
  });

  it('measure their duration from their own start, not from that of a group that delayed them', async () => {
    const arrivals = withXml(
      element(
        'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
        'after a while',
        { TargetLevel: '1', RampUp: '1', Steps: '', Hold: '1', Unit: 'S', ArrivalsLimit: '2' },
        [debug('first')],
      ),
      '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>',
    );
    const scheduled = { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': 1 };
    const { labels } = await runPlan(
      planWith({}, {}, arrivals, group({ name: 'behind', loops: 3, more: scheduled }, debug('second'))),
    );
    assert.deepEqual(labels, ['first', 'second', 'second', 'second']);
  });
});

describe('warnings at the end of a run', () => {
  it('name once the group whose users ended because they never reached a sampler', async () => {
    const settings = { 'IfController.condition': 'false', 'IfController.useExpression': true };
    const never = element('IfController', 'never', settings, [debug('inside')]);
    const spin = element('WhileController', 'while', { 'WhileController.condition': 'true' }, [never]);
    const { labels, warnings } = await runPlan(
      planWith({}, {}, group({ users: 3, name: 'Spinners' }, spin), group({}, debug('other'))),
    );
    assert.deepEqual(labels, ['other']);
    assert.equal(warnings.length, 1, warnings.join('\n'));
    assert.match(warnings[0] ?? '', /^Users of the thread group "Spinners" ended early: /);
  });

  for (const [what, status, expected] of [
    ['report a Backend Listener whose server rejects all data', 500, /"Backend" sent .*responseCode: 500/],
    ['do not mention one whose server accepts all data', 204, undefined],
  ] as const) {
    it(what, async (t) => {
      const server = createServer((request, response) => {
        request.resume();
        response.statusCode = status;
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => server.close());
      const { port } = server.address() as AddressInfo;
      const { warnings } = await runPlan(backendPlan(influxdbTo(port)));
      assert.equal(warnings.length, expected ? 1 : 0, warnings.join('\n'));
      assert.match(warnings.join(), expected ?? /^$/);
    });
  }

  it('report a Backend Listener whose server is down', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { warnings } = await runPlan(backendPlan(influxdbTo(port)));
    assert.equal(warnings.length, 1, warnings.join('\n'));
    assert.match(warnings[0] ?? '', /^Nothing that the Backend Listener "Backend" sent .*ECONNREFUSED/);
  });
});

const home = 'org.apache.jmeter.visualizers.backend';

function influxdbTo(port: number): Record<string, string> {
  return {
    classname: `${home}.influxdb.InfluxdbBackendListenerClient`,
    influxdbMetricsSender: `${home}.influxdb.HttpMetricsSender`,
    influxdbUrl: `http://127.0.0.1:${port}/write`,
    samplersRegex: '.*',
    percentiles: '99',
  };
}

function backendPlan({ classname = '', ...parameters }: Record<string, string>): string {
  const items = Object.entries(parameters).map(
    ([name, value]) =>
      `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`,
  );
  const listener = withXml(
    element('BackendListener', 'Backend', { classname }),
    `<elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">${items.join('')}</collectionProp></elementProp>`,
  );
  return planWith({}, {}, listener, group({}, debug('sample')));
}

it('adds a traceparent to every request, of redirects too, and the sample shows it', async (t) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(String(request.headers.traceparent));
    if (request.url === '/from') response.writeHead(302, { location: '/to' });
    response.end('x'.repeat(20));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const own = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-00';
  const steps = plan(
    group(
      {},
      http('plain', { port, path: '/' }),
      http('redirected', { port, path: '/from' }),
      http('form', { port, path: '/', method: 'POST', params: [{ name: 'a', value: 'b' }] }),
      http('own', { port, path: '/' }, headers(['traceparent', own])),
    ),
  );
  const { samples } = await runPlan(steps, { environment: { nextTraceParent: traceParents(true) } });
  assert.equal(seen.length, 5);
  assert.equal(new Set(seen).size, 5);
  assert.equal(seen[4], own);
  const shown = samples.map((sample) => traceIdOf(`GET / HTTP/1.1\n${sample.requestHeaders}`));
  assert.deepEqual(
    shown,
    [seen[0], seen[2], seen[3], seen[4]].map((value) => value?.slice(3, 35)),
  );

  seen.length = 0;
  await runPlan(steps);
  assert.deepEqual(seen, ['undefined', 'undefined', 'undefined', 'undefined', own]);
});
