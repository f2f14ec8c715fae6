import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type Engine, engines, enginesOfSuite, needsOfEngine } from '../support/engines.ts';
import { plan } from '../support/plan.ts';
import { nodeAgent, processesBelow } from '../support/processes.ts';
import { awaitStatus, countEverywhere, createRun, demandGrid, readArchive } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage(false);
const { requestsTo } = stage;
/** Each engine has its own pages, so that requests are counted separately. */
const pages: Record<Engine, { oneNode: string; threeNodes: string }> = {
  spate: { oneNode: '/', threeNodes: '/cart' },
  apache: { oneNode: '/search', threeNodes: '/checkout' },
};
/** A request to a page that does not exist, with an assertion that accepts the response. */
function withAccepted404(text: string, path: string): string {
  const sampler = /<HTTPSamplerProxy[\s\S]*<\/HTTPSamplerProxy>/.exec(text)?.[0] ?? '';
  const accepted = sampler.replace(/(name="HTTPSampler\.path">)[^<]*/, `$1${path}`);
  return text.replace(sampler, () => `${accepted}<hashTree>${accepts404}</hashTree>${sampler}`);
}
const accepts404 = `<ResponseAssertion guiclass="AssertionGui" testclass="ResponseAssertion" testname="Accept 404">
  <collectionProp name="Asserion.test_strings"><stringProp name="1">404</stringProp></collectionProp>
  <stringProp name="Assertion.test_field">Assertion.response_code</stringProp>
  <boolProp name="Assertion.assume_success">true</boolProp>
  <intProp name="Assertion.test_type">8</intProp>
</ResponseAssertion><hashTree/>`;
const pagesOfCsv = `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Pages">
  <stringProp name="filename">pages.csv</stringProp>
  <stringProp name="variableNames"></stringProp>
  <stringProp name="delimiter">,</stringProp>
  <boolProp name="recycle">true</boolProp>
  <boolProp name="stopThread">false</boolProp>
  <stringProp name="shareMode">shareMode.all</stringProp>
</CSVDataSet>`;

/** Waits for the end of the run, checks that all counts equal those of the target, and returns the receipt. */
async function assertCounted(run: Json, engine: Engine, paths: string[], expected: number): Promise<Json> {
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.deepEqual([finished.engine, finished.remote_errors], [engine, null]);
  const sent = paths.reduce((sum, path) => sum + requestsTo(path), 0);
  assert.equal(sent, expected);
  assert.deepEqual(await countEverywhere(stage.service, finished), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
  const { reconciliation } = await stage.service.json(`/runs/${run.uuid}/report`);
  for (const step of ['produced', 'framed', 'received', 'stored', 'reported'])
    assert.equal(reconciliation[step], sent, step);
  assert.equal(reconciliation.is_complete, true);
  return { ...reconciliation, archives: finished._embedded.archives.length };
}

for (const engine of engines) {
  const skip = needsOfEngine(engine);

  test(`${engine}: with one node, target, series, report, CSV and archive have equal counts`, {
    skip,
  }, async () => {
    const path = pages[engine].oneNode;
    const missing = `/missing-${engine}`;
    const text = plan({ port: stage.target.port, path, threads: '4', loops: '125' });
    const run = await createRun(stage.service, {
      fields: { 'run[engine]': engine },
      files: { 'plan.jmx': withAccepted404(text, missing) },
    });
    const { archives } = await assertCounted(run, engine, [path, missing], 2 * 4 * 125);
    assert.equal(archives, 1);
    const { total } = await stage.service.json(`/runs/${run.uuid}/report`);
    assert.deepEqual(total.codes, [
      { code: '200', class: '2xx', passed: requestsTo(path), failed: 0 },
      { code: '404', class: '4xx', passed: requestsTo(missing), failed: 0 },
    ]);
  });
}

for (const engine of enginesOfSuite) {
  const skip = needsOfEngine(engine);

  test(`${engine}: with three nodes, target, series, report, CSV and archives have equal counts`, {
    skip,
  }, async () => {
    const path = pages[engine].threeNodes;
    const agents = processesBelow(stage.service.dataDir, nodeAgent).length;
    // The page to request is only in the data file.
    const readingPlan = plan({ port: stage.target.port, path: '/${page}', loops: '200' }).replace(
      '<HTTPSamplerProxy',
      `${pagesOfCsv}<hashTree/><HTTPSamplerProxy`,
    );
    const run = await createRun(stage.service, {
      fields: { 'run[engine]': engine, 'run[threads]': '3' },
      grids: demandGrid(3),
      files: { 'plan.jmx': readingPlan, 'pages.csv': `page\n${path.slice(1)}\n` },
    });
    assert.equal(run.status, 'queued');
    assert.equal(run._embedded.grids[0].status, 'starting');
    const { archives, start_spread_ms: spreadMs } = await assertCounted(run, engine, [path], 3 * 3 * 200);
    assert.equal(archives, 3);
    assert.equal(processesBelow(stage.service.dataDir, nodeAgent).length, agents + 3);
    assert.ok(spreadMs !== null);
  });
}

test('a secret is sent to the target and masked everywhere else, and all counts stay equal', async () => {
  const secret = 'Tr0ub4dor&3+x';
  const run = await createRun(stage.service, {
    fields: {
      'run[engine]': 'spate',
      'run[override_parameters]': '-Jtoken=plain',
      'run[secrets][]': `token=${secret}`,
    },
    files: {
      'plan.jmx': plan({
        port: stage.target.port,
        path: '/${__P(token)}?token=${__P(token)}',
        threads: '2',
        loops: '50',
        label: 'GET ${__P(token)}',
      }),
    },
  });
  assert.deepEqual([run.secrets, run.override_parameters], [['token'], null]);
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.deepEqual(await countEverywhere(stage.service, finished), {
    series: 100,
    report: 100,
    csv: 100,
    frames: 100,
  });
  assert.equal(requestsTo(`/${secret}`), 100);
  const { reconciliation, labels, total } = await stage.service.json(`/runs/${run.uuid}/report`);
  assert.equal(reconciliation.is_complete, true);
  assert.deepEqual(
    labels.map(({ label, failed }: Json) => [label, failed]),
    [['GET ***', 100]],
  );
  const file = await (await stage.service.fetch(`/runs/${run.uuid}/export`)).arrayBuffer();
  const imported = await importRun(file);
  assert.deepEqual(
    [imported.imported.verified, imported.verdict.word, imported.secrets],
    [true, finished.verdict.word, ['token']],
  );
  assert.deepEqual(imported.figures, finished.figures);
  const copy = await stage.service.json(`/runs/${imported.uuid}/report`);
  assert.deepEqual(copy.reconciliation, reconciliation);
  assert.deepEqual([copy.total.codes, total.codes[0].code], [total.codes, '404']);
  const repeated = await stage.service.fetch(`/runs/${imported.uuid}/repeat`);
  assert.equal(repeated.status, 422);
  const shown = new Map<string, string>([['export', gunzipSync(file).toString('latin1')]]);
  for (const path of [
    '',
    '/report',
    '/report.html',
    '/logs',
    '/error-samples',
    '/result.csv',
    '/view',
    '/errors',
  ])
    shown.set(path, await (await stage.service.fetch(`/runs/${run.uuid}${path}`)).text());
  shown.set('audit', await (await stage.service.fetch('/audit.csv')).text());
  for (const { href } of finished._embedded.archives)
    for (const [name, text] of await readArchive(href)) shown.set(name, text);
  for (const [name, text] of shown)
    for (const form of [secret, encodeURIComponent(secret), 'Tr0ub4dor'])
      assert.ok(!text.includes(form), `${name} contains the secret as ${form}`);
  assert.match(shown.get('/error-samples') ?? '', /token=\*\*\*/);
  assert.match([...shown].find(([name]) => name.endsWith('.jtl'))?.[1] ?? '', /GET \*\*\*/);
});

async function importRun(file: ArrayBuffer): Promise<Json> {
  const form = new FormData();
  form.append('run_files[]', new Blob([file]), 'run.spate-run.tar.gz');
  const answer = await stage.service.fetch('/runs/import', { method: 'POST', body: form });
  const body = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(body));
  return body;
}
