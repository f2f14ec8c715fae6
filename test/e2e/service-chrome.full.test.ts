import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needs } from '../support/needs.ts';
import { awaitStatus, countEverywhere, createRun, readArchive } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';
import { until } from '../support/until.ts';

const skip = needs('chromium');
const stage = useStage(skip);

const script = (
  loops: number,
  steps: string,
) => `import { step, TestData, TestSettings } from '@flood/element'

export const settings: TestSettings = { loopCount: ${loops}, actionDelay: '0s', stepDelay: '0s' }

export default () => {
  TestData.fromCSV('users.csv')
  ${steps}
}
`;
const visit = (label: string, path: string) =>
  `step('${label}', async (browser, data) => { await browser.visit('http://127.0.0.1:${stage.target.port}${path}?user=' + data.name) })\n`;
const users = 'name\nAda\nGrace\n';

/** The lines of steps.ndjson in the archives of a run. */
async function archivedSteps(run: Json): Promise<Json[]> {
  const steps: Json[] = [];
  for (const { href } of run._embedded.archives) {
    const text = (await readArchive(href)).get('flood/results/steps.ndjson') ?? '';
    steps.push(
      ...text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    );
  }
  return steps;
}

test('target, series, report, CSV, archive and the steps of browsers have equal counts', {
  skip,
}, async () => {
  const run = await createRun(stage.service, {
    fields: { 'run[tool]': 'service-chrome', 'run[threads]': '2' },
    files: { 'shop.ts': script(3, visit('Home', '/') + visit('Cart', '/cart')), 'users.csv': users },
  });
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  const sent = stage.requestsTo('/') + stage.requestsTo('/cart');
  assert.equal(sent, 12);
  const counts = { series: sent, report: sent, csv: sent, frames: sent };
  assert.deepEqual(await countEverywhere(stage.service, finished), counts);
  const steps = await archivedSteps(finished);
  assert.equal(steps.length, sent);
  assert.ok(steps.every((step) => step.isPassed && step.code === '200' && step.page.loadMs > 0));
  const { labels, reconciliation } = await stage.service.json(`/runs/${run.uuid}/report`);
  assert.deepEqual(labels.map((label: Json) => label.label ?? label.name).sort(), ['Cart', 'Home']);
  assert.equal(reconciliation.is_complete, true);
});

test('a stopped run is finished with all of its samples', { skip }, async () => {
  const before = stage.requestsTo('/product');
  const run = await createRun(stage.service, {
    fields: { 'run[tool]': 'service-chrome', 'run[threads]': '2' },
    files: { 'shop.ts': script(-1, visit('Product', '/product')), 'users.csv': users },
  });
  await until('some requests', () => stage.requestsTo('/product') > before + 6, 180_000);
  const answer = await stage.service.fetch(`/runs/${run.uuid}/stop`);
  assert.ok(answer.ok, String(answer.status));
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  const sent = stage.requestsTo('/product') - before;
  const counts = { series: sent, report: sent, csv: sent, frames: sent };
  assert.deepEqual(await countEverywhere(stage.service, finished), counts);
});

test('a script that cannot be compiled ends the run with file, line and message', { skip }, async () => {
  const run = await createRun(stage.service, {
    fields: { 'run[tool]': 'service-chrome' },
    files: { 'broken.ts': "import { step } from '@flood/element'\nexport default () => { step( }\n" },
  });
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.match(JSON.stringify(finished.remote_errors), /broken\.ts:2/);
});

test('missing files of a script are reported when the run is created', { skip }, async () => {
  const form = new FormData();
  form.append('run[tool]', 'service-chrome');
  form.append('run_files[]', new Blob([script(1, visit('Home', '/'))]), 'shop.ts');
  const answer = await stage.service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  assert.match(await answer.text(), /users\.csv, which was not uploaded/);
});
