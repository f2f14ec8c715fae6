import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enginesOfSuite } from '../support/engines.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';
import { isFullSuite } from '../support/suite.ts';

const skip = needs('java', 'maven');
const stage = useStage(skip);
const { requestsTo } = stage;

const proven = (path: string) => plan({ port: stage.target.port, path, threads: '3', loops: '20' });
const unproven = (path: string) =>
  proven(path).replace('testname="Home"', 'testname="Home ${__groovy((int) 1f)}"');

if (isFullSuite()) {
  test('both engines record the same labels, counts and codes, without lost or duplicate samples', {
    skip,
  }, async () => {
    const seen: Json[] = [];
    for (const [engine, path] of [
      ['spate', '/'],
      ['apache', '/cart'],
    ] as const) {
      const run = await createRun(stage.service, {
        fields: { 'run[engine]': engine },
        files: { 'plan.jmx': proven(path) },
      });
      assert.deepEqual([run.engine, run.engine_requested, run.engine_reasons], [engine, engine, []]);
      const finished = await awaitStatus(stage.service, run.uuid, 'finished');
      assert.equal(finished.remote_errors, null);
      const sent = requestsTo(path);
      assert.equal(sent, 60);
      assert.deepEqual(await countEverywhere(stage.service, finished), {
        series: sent,
        report: sent,
        csv: sent,
        frames: sent,
      });
      const report = await stage.service.json(`/runs/${run.uuid}/report`);
      seen.push(report.labels.map(({ label, passed, failed }: Json) => ({ label, passed, failed })));
    }
    assert.deepEqual(seen[0], seen[1]);
  });
}

test('auto selects our engine for proven plans, and otherwise reports the reasons', { skip }, async () => {
  const ours = await createRun(stage.service, { files: { 'plan.jmx': proven('/search') } });
  assert.deepEqual([ours.engine, ours.engine_requested, ours.engine_reasons], ['spate', 'auto', []]);
  const finished = await awaitStatus(stage.service, ours.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.equal(requestsTo('/search'), 60);
  // It ends before the warm-up, so the lag of its three users does not count.
  const { lag_max_ms: most, busy_share: busy, includes_start: isStartIn } = finished.generator;
  assert.ok(most > 0 && busy > 0 && isStartIn, JSON.stringify(finished.generator));
  const view = await stage.service.json(`/runs/${ours.uuid}/view`);
  assert.equal(view.generator.is_at_limit, false);
  assert.doesNotMatch(view.verdict.doubts.join(), /saturated/);

  const theirs = await createRun(stage.service, { files: { 'plan.jmx': unproven('/product') } });
  assert.equal(theirs.engine, 'apache');
  assert.deepEqual(theirs.engine_reasons, [
    {
      element: '__groovy',
      place: 'Plan > Users > Home ${__groovy((int) 1f)}',
      reason: "The function __groovy has the float 1f, which Spate's own engine does not run.",
    },
  ]);
  await stage.service.json(`/runs/${theirs.uuid}/stop`);
});

test('a run on our engine reports schedule lag and utilization after the warm-up', {
  skip,
}, async () => {
  const content = plan({ port: stage.target.port, path: '/slow', threads: '2', loops: '70', pauseMs: 100 });
  const run = await createRun(stage.service, { files: { 'plan.jmx': content } });
  assert.equal(run.engine, 'spate');
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  const { lag_p99_ms: p99, lag_max_ms: most, busy_share: busy } = finished.generator;
  assert.ok(p99 > 0 && most >= p99 && busy > 0 && busy <= 1, JSON.stringify(finished.generator));
  assert.equal(finished.generator.includes_start, false);
});

for (const engine of enginesOfSuite)
  test(`${engine}: failed samples are kept with request and response, without secrets`, {
    skip,
  }, async () => {
    const content = plan({ port: stage.target.port, path: '/no-such-page?access_token=abc', loops: '5' });
    const run = await createRun(stage.service, {
      fields: { 'run[engine]': engine, ...(engine === 'spate' && { 'run[traceparent]': 'sampled' }) },
      files: { 'plan.jmx': content },
    });
    await awaitStatus(stage.service, run.uuid, 'finished');
    const { errors } = await stage.service.json(`/runs/${run.uuid}/view`);
    const { code, message } = errors[0];
    const query = new URLSearchParams({ label: 'Home', code, message });
    const found = await stage.service.json(`/runs/${run.uuid}/error-samples?${query}`);
    assert.equal(found.total, 3, 'the first three of the node');
    const [first] = found._embedded.error_samples;
    assert.match(first.url, /\/no-such-page\?access_token=\*\*\*$/);
    assert.match(first.request.head, /^GET \S*\/no-such-page\?access_token=\*\*\*( HTTP\/1\.1)?\r?\n/);
    assert.match(first.response.head, /^HTTP\/1\.1 404 /);
    // Although nothing in the plan reads the body.
    assert.match(first.response.body, /Nothing at \/no-such-page/);
    assert.equal(first.response.body.length, first.response.bytes);
    if (engine === 'spate') {
      assert.match(first.request.head, new RegExp(`traceparent: 00-${first.trace_id}-[0-9a-f]{16}-01\r\n`));
    } else assert.equal(first.trace_id, null);
    assert.equal((await stage.service.json(`/runs/${run.uuid}/error-samples?code=500`)).total, 0);
  });

test('forcing our engine is rejected for an unproven plan, with all reasons', {
  skip,
}, async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[engine]', 'spate');
  form.append('run_files[]', new Blob([unproven('/')]), 'plan.jmx');
  form.append('run_files[]', new Blob(['']), 'plugin.jar');
  const answer = await stage.service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  const { details: errors } = (await answer.json()) as Json;
  assert.deepEqual(
    errors.map(({ field }: Json) => field),
    ['run[engine]', 'run[engine]'],
  );
  assert.match(JSON.stringify(errors), /plugin\.jar|JVM code/);
  assert.match(JSON.stringify(errors), /Home \$\{__groovy\(\(int\) 1f\)\}: The function __groovy/);
});

test('run[traceparent] is rejected for a plan that Apache JMeter runs, with the reason', {
  skip,
}, async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[traceparent]', 'sampled');
  form.append('run_files[]', new Blob([unproven('/')]), 'plan.jmx');
  const answer = await stage.service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  const { details } = (await answer.json()) as Json;
  assert.equal(details[0].field, 'run[traceparent]');
  assert.match(
    details[0].message,
    /requires Spate's engine, but Apache JMeter runs this plan because of .*__groovy/,
  );
});
