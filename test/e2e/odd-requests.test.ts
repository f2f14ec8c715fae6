import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { fuzzSeed } from '../fuzz/fuzz.ts';
import { type FuzzedRequest, httpRequest } from '../fuzz/http-requests.ts';
import { plan } from '../support/plan.ts';
import { startService, type TestService, withoutNodes } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';

let service: TestService;
before(async () => {
  service = await startService(withoutNodes);
});
after(() => service?.close());

const json = { 'content-type': 'application/json' };

test('a page address with a NUL character returns 404', async () => {
  assert.equal((await service.fetch('/app/runs/%00')).status, 404);
  assert.equal((await fetch(`${service.url}/app/runs/%00`)).status, 401);
});

test('a lone surrogate is rejected by name in every field', async () => {
  const content = Buffer.from(plan({ port: 9, loops: '1' })).toString('base64');
  const send = (run: object, name = 'plan.jmx') =>
    service.fetch('/runs', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ run: { tool: 'jmeter', ...run }, run_files: [{ name, content }] }),
    });
  for (const run of [{ name: 'a\ud800b' }, { notes: '\udc00' }, { tag_list: ['a', '\ud800'] }]) {
    const answer = await send(run);
    const text = await answer.text();
    assert.equal(answer.status, 422, text);
    assert.match(text, /an unpaired surrogate/);
  }
  assert.equal((await send({}, 'a\ud800.jmx')).status, 422);
});

test('events after an invalid cursor start at the beginning', async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[grids][][infrastructure]', 'hosted');
  form.append('run[grids][][region]', 'x');
  form.append('run[grids][][stop_after]', '5');
  form.append('run_files[]', new Blob([plan({ port: 9, loops: '1' })]), 'plan.jmx');
  const run = await service.json('/runs', { method: 'POST', body: form });
  for (const after of ['1-9999999999', '9999999999999999999-1']) {
    const gone = new AbortController();
    const answer = await service.fetch(`/runs/${run.uuid}/events?after=${after}`, { signal: gone.signal });
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('event: state')) break;
    }
    gone.abort();
    assert.match(text, /event: state/, after);
  }
  await service.json(`/runs/${run.uuid}/stop`);
});

test('the join operation of nodes accepts only small bodies', async () => {
  const answer = await fetch(`${service.url}/agent/join`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ secret: 'x', info: { hostname: 'x'.repeat(70_000) } }),
  });
  assert.equal(answer.status, 413, await answer.text());
});

test('a thousand random requests are answered below 500', async (t) => {
  t.diagnostic(`SPATE_FUZZ_SEED=${fuzzSeed}`);
  const requests = fc.sample(httpRequest, { numRuns: 1_000, seed: fuzzSeed });
  const failures: string[] = [];
  const sendNext = async () => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const status = await statusFor(next);
      if (status >= 500) failures.push(`${status} ${JSON.stringify(next).slice(0, 2_000)}`);
    }
  };
  await Promise.all(Array.from({ length: 20 }, sendNext));
  assert.deepEqual(failures, []);
});

async function statusFor({ method, path, contentType, body }: FuzzedRequest): Promise<number> {
  const answer = await service.fetch(path, {
    method,
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
    ...(body !== undefined && { body }),
  });
  await answer.body?.cancel();
  return answer.status;
}

if (isFullSuite()) {
  test('an upload is rejected with 507 while the disk is nearly full, and leaves no files', async (t) => {
    const full = await startService({ ...withoutNodes, SPATE_MIN_FREE_DISK_MB: '1048576' });
    t.after(() => full.close());
    const form = new FormData();
    form.append('run_files[]', new Blob([plan({ port: 9, loops: '1' })]), 'plan.jmx');
    const answer = await full.fetch('/runs/inspect', { method: 'POST', body: form });
    const text = await answer.text();
    assert.equal(answer.status, 507, text);
    assert.match(
      text,
      /The upload does not fit: the disk of the service has \d+ MB free, of which 1048576 MB are reserved/,
    );
  });
}
