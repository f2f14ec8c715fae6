import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { cliEnvironment, runCli } from '../support/cli.ts';
import { assertQuiet, visitAsMember } from '../support/dashboard.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage(false);
let cwd: string;
const spate = (...args: string[]) => runCli(args, { cwd, env: cliEnvironment(stage.service) });

before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'spate-size-'));
});

after(async () => {
  await rm(cwd, { recursive: true, force: true });
});

test('measures what one node carries, and keeps it with the test, without a run in its history', async () => {
  const load = endless();
  const earlier = await createRun(stage.service, {
    fields: { 'run[duration]': '1' },
    files: { 'plan.jmx': load },
  });
  await awaitStatus(stage.service, earlier.uuid, 'finished');
  await writeFile(join(cwd, 'plan.jmx'), load);
  const { code, stdout, stderr } = await spate(
    'size',
    'plan.jmx',
    ...['--users', '15', '--duration', '30m', '--grid', 'us-east-1=3', '--on-busy-node', '--json'],
  );
  assert.equal(code, 0, stderr);
  const result = JSON.parse(stdout) as Json;
  // A busy machine is at its limit with fewer.
  assert.ok(result.users_per_node >= 1 && result.users_per_node <= 15, stdout);
  assert.equal(result.nodes, Math.ceil(15 / result.users_per_node));
  assert.equal(result.steps[0].users, 10);
  // Nodes on the machine of the service cost nothing.
  assert.equal(Number(result.cost), 0);
  assert.equal(result.limit === 'none', result.users_per_node === 15);
  const found = await stage.service.json(`/tests/${earlier.test.uuid}`);
  assert.equal(result.test, earlier.test.uuid);
  assert.deepEqual(
    [found.size.users_per_node, found.size.limit, found.size.run],
    [result.users_per_node, result.limit, result.run],
  );
  const history = await stage.service.json(`/runs?test=${earlier.test.uuid}`);
  assert.equal(history.total, 1);
  const sized = await awaitStatus(stage.service, result.run, 'finished');
  assert.equal(sized.remote_errors, null);
  const shown = await spate('tests', 'show', 'plan.jmx');
  assert.match(shown.stdout, /One node carries \d+ virtual users?;/);
});

test('the form of a test shows the nodes for a load, and fills them in', {
  skip: needs('chromium'),
}, async () => {
  const run = await createRun(stage.service, {
    fields: { 'run[test]': 'sized', 'run[duration]': '1' },
    files: { 'plan.jmx': endless() },
  });
  const size = { 'test[users_per_node]': '800', 'test[limit]': 'cpu', 'test[sized_by]': run.uuid };
  const body = new URLSearchParams(size);
  await stage.service.json(`/tests/${run.test.uuid}`, { method: 'PATCH', body });
  const browser = await openBrowser();
  try {
    const visit = await visitAsMember(browser, stage.service, `/app/tests/${run.test.uuid}`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText('One node carries 800 virtual users; then its CPU is 80 % busy').waitFor();
    await page.getByLabel('Planned load').fill('10000');
    await page.getByText('require 13 nodes with 770 each.').waitFor();
    await page.getByText('Estimated cost').waitFor();
    await page.getByRole('button', { name: 'Use 13 nodes with 770 virtual users each' }).click();
    assert.equal(await page.getByLabel('Nodes', { exact: true }).inputValue(), '13');
    assert.equal(await page.getByLabel('Virtual users', { exact: true }).inputValue(), '770');
    await page.getByLabel('Planned load').fill('12');
    await page.getByRole('button', { name: 'Measure again' }).click();
    await measureOn(page);
    const { size: kept } = await stage.service.json(`/tests/${run.test.uuid}`);
    assert.ok(kept.users_per_node <= 12 && kept.run !== run.uuid, JSON.stringify(kept));
    // The run of the measurement belongs to another test.
    assert.equal((await stage.service.json(`/runs?test=${run.test.uuid}`)).total, 1);
    assert.equal((await stage.service.json(`/runs/${kept.run}`)).test.name, 'Size: sized');
    assertQuiet(visit, stage.service);
    await visit.context.close();
  } finally {
    await browser.close();
  }
});

test('the form of a new run measures its plan, and keeps the size with the test', {
  skip: needs('chromium'),
}, async () => {
  const browser = await openBrowser();
  try {
    const visit = await visitAsMember(browser, stage.service, '/app/new');
    const { page } = visit;
    await page.getByText('Add a plan to measure').waitFor();
    const upload = { name: 'fresh.jmx', mimeType: 'text/xml', buffer: Buffer.from(endless()) };
    await page.getByLabel('Plan and data files').setInputFiles(upload);
    await page.getByLabel('Planned load').fill('12');
    await page.getByRole('button', { name: 'Find the size' }).click();
    await measureOn(page);
    await page.getByRole('button', { name: /^Use \d+ nodes? with/ }).click();
    const users = await page.getByLabel('Virtual users', { exact: true }).inputValue();
    assert.ok(Number(users) >= 1 && Number(users) <= 12, users);
    await page.getByLabel('Duration', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/app\/runs\/\w+$/);
    const [made] = (await stage.service.json('/tests?search=fresh.jmx'))._embedded.tests.filter(
      ({ name }: Json) => name === 'fresh.jmx',
    );
    assert.ok(made.size.users_per_node >= Number(users), JSON.stringify(made));
    assertQuiet(visit, stage.service);
    await visit.context.close();
  } finally {
    await browser.close();
  }
});

function endless(): string {
  return plan({
    port: stage.target.port,
    loops: '-1',
    duration: '${__P(duration,1)}',
    pauseMs: 200,
  });
}

/** Measures, also if the machine of the test is busy. */
async function measureOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start measurement' }).click();
  await page.getByText('Step 1 of at most 2: 10 virtual users.').waitFor();
  const anyway = page.getByRole('button', { name: 'Measure anyway' });
  const steps = page.getByRole('table', { name: 'Steps of the measurement' });
  const failure = page.getByRole('alert');
  await failure.or(steps).first().waitFor();
  if (await anyway.isVisible()) {
    await anyway.click();
    await failure.waitFor({ state: 'detached' });
  }
  await failure
    .or(page.getByRole('button', { name: 'Measure again' }))
    .first()
    .waitFor();
  assert.equal(await failure.count(), 0, (await failure.allTextContents()).join());
}

test('rejects missing users and plans that end before', async () => {
  await writeFile(join(cwd, 'short.jmx'), plan({ port: stage.target.port, loops: '3' }));
  const missing = await spate('size', 'short.jmx');
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /--users is required/);
  const short = await spate('size', 'short.jmx', '--users', '20');
  assert.equal(short.code, 1);
  assert.match(short.stderr, /The run ended .*before the limit of the node was found/);
  const half = await stage.service.fetch(
    `/tests/${(await stage.service.json('/tests'))._embedded.tests[0].uuid}`,
    {
      method: 'PATCH',
      body: new URLSearchParams({ 'test[users_per_node]': '5' }),
    },
  );
  assert.equal(half.status, 422);
});
