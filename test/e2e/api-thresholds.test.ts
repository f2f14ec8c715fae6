import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService(withoutNodes);
});
after(() => service?.close());

function formOf(prefix: string, failIf: string[], abortIf: string[] = []): FormData {
  const form = new FormData();
  form.append(`${prefix}[tool]`, 'jmeter');
  form.append(`${prefix}[grids][][infrastructure]`, 'hosted');
  form.append(`${prefix}[grids][][region]`, 'x');
  form.append(`${prefix}[grids][][stop_after]`, '15');
  for (const expression of failIf) form.append(`${prefix}[fail_if][]`, expression);
  for (const rule of abortIf) form.append(`${prefix}[abort_if][]`, rule);
  form.append(`${prefix}_files[]`, new Blob([plan({ port: 9 })]), 'plan.jmx');
  return form;
}

test('run[fail_if][] is stored, repeated, evaluated when the run ends, and evaluated on past runs', async () => {
  const failIf = ['p95 > 800ms', 'label("Check, out").errors > 1%'];
  const abortIf = ['errors > 90% for 60s'];
  for (const [prefix, path] of [
    ['run', '/runs'],
    ['flood', '/api/floods'],
  ] as const) {
    const made: Json = await service.json(path, { method: 'POST', body: formOf(prefix, failIf, abortIf) });
    assert.deepEqual(made.fail_if, failIf);
    assert.deepEqual([made.abort_if, made.aborted], [abortIf, null]);
    assert.equal(made.passed, null);
    assert.deepEqual(
      made.thresholds.map((each: Json) => [each.expression, each.passed]),
      failIf.map((expression) => [expression, null]),
    );
    const again = await service.json(`${path}/${made.uuid}/repeat`);
    assert.deepEqual(again.fail_if, failIf);
    assert.deepEqual(again.abort_if, abortIf);
    await service.json(`${path}/${again.uuid}/stop`);
    // A run without samples does not pass.
    const ended = await service.json(`${path}/${made.uuid}/stop`);
    assert.equal(ended.passed, false);
    assert.ok(ended.thresholds.every((each: Json) => each.passed === false && /no sample/.test(each.text)));
    const report = await service.json(`${path}/${made.uuid}/report`);
    assert.equal(report.passed, false);
    const tried = await service.json(`${path}/${made.uuid}/report?fail_if[]=errors+%3E+5`);
    assert.deepEqual(
      tried.thresholds.map((each: Json) => each.expression),
      ['errors > 5'],
    );
  }
});

test('an invalid threshold is rejected with the position of the error', async () => {
  const answer = await service.fetch('/runs', {
    method: 'POST',
    body: formOf('run', ['p95 > 1s', 'p95 > 800']),
  });
  assert.equal(answer.status, 422);
  const body = (await answer.json()) as Json;
  assert.match(body.error, /"p95 > 800" is not valid at character 10: missing unit/);
  assert.deepEqual(
    body.details.map((each: Json) => each.field),
    ['run[fail_if][]'],
  );
  const made = await service.json('/runs', { method: 'POST', body: formOf('run', []) });
  const tried = await service.fetch(`/runs/${made.uuid}/report?fail_if[]=slow`);
  assert.equal(tried.status, 422);
  assert.match(((await tried.json()) as Json).error, /"slow" is not a metric/);
  await service.json(`/runs/${made.uuid}/stop`);
});
