import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { violationsOf } from '../support/accessibility.ts';
import { openBrowser, openVisit } from '../support/browser.ts';
import { cliEnvironment, spatePath } from '../support/cli.ts';
import { assertQuiet, visitAsMember } from '../support/dashboard.ts';
import { sql } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { createRun } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const plans = fileURLToPath(new URL('../../examples/plans/', import.meta.url));
const patienceMs = 180_000;
const manyRuns = 57;

describe('starting and finding runs on the page', { skip: needs('java', 'maven', 'chromium') }, () => {
  let service: TestService;
  let target: Target;
  let browser: Browser;
  let gridId: string;

  before(async () => {
    [service, target, browser] = await Promise.all([startService(), startTarget(steadyPages), openBrowser()]);
    const grid = new URLSearchParams({
      'grid[infrastructure]': 'hosted',
      'grid[region]': 'eu-west-1',
      'grid[instance_quantity]': '1',
      'grid[stop_after]': '60',
    });
    gridId = (await service.json('/grids', { method: 'POST', body: grid })).uuid;
  });
  after(async () => {
    await browser?.close();
    await target?.stop();
    await service?.close();
  });

  const member = (path: string) => visitAsMember(browser, service, path);
  const rows = (page: Page) => page.locator('[aria-label="Runs, as a table"] tbody tr');
  const tagChoice = (page: Page) => page.getByRole('combobox', { name: 'Tag', exact: true });
  const total = async (query = '') => (await service.json(`/runs${query}`)).total as number;

  it('a sign-in link opens the empty list, whose button starts the demo run', async () => {
    const { link } = await service.json('/sign-in-links', { method: 'POST' });
    const visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(link);
    const start = page.getByRole('button', { name: 'Start demo run' });
    await start.waitFor({ timeout: patienceMs });
    assert.equal(page.url(), `${service.url}/app`);
    const second = await openVisit(browser);
    await second.page.goto(link);
    await second.page.getByText('it was used, or has expired').waitFor();
    assert.equal(second.page.url(), `${service.url}/app/sign-in`);
    await second.context.close();

    await start.click();
    await page.waitForURL(/\/app\/runs\/\w{22}$/);
    const id = page.url().slice(-22);
    await until(
      'the shop has answered',
      async () => (await service.json(`/runs/${id}/report`)).total.passed > 0,
      patienceMs,
    );
    assert.equal((await service.json('/demo', { method: 'POST' })).uuid, id);
    const { status, remote_errors } = await service.json(`/runs/${id}/stop`);
    assert.deepEqual([status, remote_errors], ['finished', null]);
    await page.getByText('stopped by request').first().waitFor({ timeout: patienceMs });
    assertQuiet(visit, service);
    await visit.context.close();
  });

  it('an upload shows its progress, and starts nothing when cancelled', async () => {
    const before = await total();
    const visit = await member('/app/new');
    const { page } = visit;
    const demo = await readFile(`${plans}demo.jmx`);
    const shoppers = await readFile(`${plans}shoppers.csv`);
    // Small enough to be inspected at once.
    const rest = Buffer.alloc(1_500_000, 'more data without a meaning\n');
    await page.getByLabel('Plan and data files').setInputFiles([
      { name: 'demo.jmx', mimeType: 'text/xml', buffer: demo },
      { name: 'shoppers.csv', mimeType: 'text/csv', buffer: shoppers },
      { name: 'more.csv', mimeType: 'text/csv', buffer: rest },
    ]);
    await page.getByText('✓ No problems found.').waitFor({ timeout: patienceMs });
    await page.getByLabel('Rows of shoppers.csv').selectOption('split');
    await page.locator('pre', { hasText: '--data shoppers.csv=split' }).waitFor();
    const isLease = page.getByLabel('Rows of more.csv').locator('option[value=lease]');
    assert.ok(await isLease.isDisabled(), 'no CSV Data Set reads it');
    await page.getByLabel('Name', { exact: true }).fill('Uploaded slowly');
    const network = await visit.context.newCDPSession(page);
    const throttle = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
      });
    await throttle(100_000);
    await page.getByRole('button', { name: 'Start run' }).click();
    const bar = page.locator('.upload progress');
    const share = async () => Number(await bar.getAttribute('value').catch(() => Number.NaN));
    const first = await until('some of it has left', async () => {
      const now = await share();
      return now > 0 && now < 1 ? now : undefined;
    });
    await until('more of it has left', async () => (await share()) > first, patienceMs);
    assert.match((await page.locator('.upload label').textContent()) ?? '', /^Uploading, \d{1,2} %$/);
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByText('The upload was cancelled.').waitFor({ timeout: patienceMs });
    await page.getByRole('button', { name: 'Start run' }).waitFor();
    await throttle(-1);
    assert.equal(await total(), before);
    assertQuiet(visit, service);
    await visit.context.close();
  });

  it('a plan is created from URLs, edited as a form, saved and run', async () => {
    const visit = await member('/app/new');
    const { page } = visit;
    const origin = `http://127.0.0.1:${target.port}`;
    const create = page.getByRole('button', { name: 'Create plan' });
    await page.getByLabel('URLs or curl commands').fill('ftp://shop.example/');
    await create.click();
    await page.getByText(/^✕ .*uses ftp\. Only http and https/).waitFor();
    await page.getByLabel('URLs or curl commands').fill(`${origin}/\n${origin}/search?q=tea 0.5`);
    await create.click();
    await page.getByText('✓ No problems found.').waitFor({ timeout: patienceMs });
    await page.getByText('GET /, GET /search').waitFor();
    await page.getByRole('button', { name: `GET ${origin}/search` }).click();
    assert.equal(await page.getByLabel('Weight').inputValue(), '0.5');
    await page.getByLabel('Label', { exact: true }).fill('Search');
    await page.getByLabel('Headers', { exact: true }).fill('X-Form: yes');
    await page.getByRole('button', { name: 'Add check' }).click();
    await page.getByLabel('Status is').fill('200');
    await page.getByText('GET /, Search').waitFor({ timeout: patienceMs });
    assert.deepEqual(await violationsOf(page), []);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save plan' }).click(),
    ]);
    const saved = await readFile(await download.path(), 'utf8');
    assert.match(saved, /Header\.name">X-Form<.*\n(?:.*\n)*.*testname="Status 200"/);
    await page.getByLabel('Virtual users').fill('1');
    await page.getByLabel('Ramp-up').fill('0');
    await page.getByLabel('Parameter overrides').fill('-Jiterations=4');
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/app\/runs\/\w{22}$/);
    const id = page.url().slice(-22);
    const run = await until(
      'the run has finished',
      async () => {
        const now = await service.json(`/runs/${id}`);
        return now.status === 'finished' ? now : undefined;
      },
      patienceMs,
    );
    const { total: sum, labels } = await service.json(`/runs/${id}/report`);
    assert.deepEqual([run.engine, sum.passed, sum.failed], ['spate', 6, 0], JSON.stringify(labels));
    assertQuiet(visit, service, /status of 422/);
    await visit.context.close();
  });

  if (isFullSuite()) {
    it('the spate command on the page starts the described run', async () => {
      const visit = await member('/app/new');
      const { page } = visit;
      await page
        .getByLabel('Plan and data files')
        .setInputFiles([`${plans}demo.jmx`, `${plans}shoppers.csv`]);
      await page.getByText('✓ No problems found.').waitFor({ timeout: patienceMs });
      await page.getByLabel('Virtual users').fill('2');
      await page.getByLabel('Duration').fill('3');
      await page
        .getByLabel('Parameter overrides')
        .fill(`-Jtarget_host=127.0.0.1 -Jtarget_port=${target.port}`);
      await page.getByLabel('Fail the run if').fill('p95 > 60s\nlabel("Checkout").p99 > 60s');
      await page.getByLabel('Name', { exact: true }).fill(`From the page's "command"`);
      await page.getByLabel('Tags').fill('shell, page');
      await page.getByRole('button', { name: 'Copy spate command' }).click();
      const clipboard = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;
      await until('the command is copied', async () => (await clipboard()).startsWith('spate run '));
      const command = (await clipboard()).replace(/^spate/, `'${process.execPath}' '${spatePath}'`);
      const { stdout } = await promisify(execFile)('sh', ['-c', command], {
        cwd: plans,
        env: cliEnvironment(service),
      });
      assert.match(stdout, /(✓ Passed|△ Doubtful), all 2 thresholds met: [\d,]+ samples .*, 0 failed/);
      const { _embedded } = await service.json('/runs?tag=shell');
      const [{ uuid }] = _embedded.runs;
      const run = await service.json(`/runs/${uuid}`);
      const asked = ({ tool, name, threads, duration, tag_list, passed, fail_if }: Json) => [
        ...[tool, name, threads, duration, tag_list, passed, fail_if],
      ];
      assert.deepEqual(asked(run), [
        ...['jmeter', `From the page's "command"`, 2, 3, ['shell', 'page'], true],
        ['p95 > 60s', 'label("Checkout").p99 > 60s'],
      ]);
      await visit.context.close();
    });
  }

  it('runs are paged and filtered, with the tags of all runs', async () => {
    // It waits for a machine that never joins. The others are copies of its row.
    const first = await createRun(service, {
      fields: { 'run[name]': 'Many 1', 'run[tag_list]': 'rare, many', 'run[project]': 'Many' },
      grids: [['uuid', gridId]],
      files: { 'plan.jmx': plan({ port: target.port }) },
    });
    await service.json(`/runs/${first.uuid}/stop`);
    await sql(
      service,
      `insert into runs overriding system value
      select (jsonb_populate_record(null::runs, to_jsonb(run) || jsonb_build_object(
        'id', 'm' || lpad(n::text, 21, '0'), 'batch_id', 'm' || lpad(n::text, 21, '0'),
        'number', run.number + n, 'name', 'Many ' || n,
        'tags', case when n <= 3 then array['rare', 'many'] else array['many'] end))).*
      from runs run, generate_series(2, $2::int) n where run.id = $1`,
      [first.uuid, manyRuns],
    );
    const visit = await member('/app?project=Many');
    const { page } = visit;
    const shows = (count: number) =>
      until(`${count} rows`, async () => (await rows(page).count()) === count, patienceMs);
    await shows(50);
    await page.getByText(`1 to 50 of ${manyRuns}`).waitFor();
    assert.match((await rows(page).first().textContent()) ?? '', new RegExp(`Many ${manyRuns}\\b`));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/sort=name/);
    await until('the first by name', async () =>
      /Many 1\b/.test((await rows(page).first().textContent()) ?? ''),
    );
    const { _embedded: sorted } = await service.json('/runs?project=Many&sort=-name');
    assert.equal(sorted.runs[0].name, 'Many 9');
    assert.equal((await service.fetch('/runs?sort=size')).status, 422);
    await page.getByRole('button', { name: 'Started' }).click();
    await page.waitForURL((url) => !url.searchParams.has('sort'));
    await shows(50);
    assert.ok(await page.getByRole('button', { name: 'Newer runs' }).isDisabled());
    await page.getByRole('button', { name: 'Older runs' }).click();
    await page.waitForURL(/page=2/);
    await shows(manyRuns - 50);
    await page.getByText(`51 to ${manyRuns} of ${manyRuns}`).waitFor();
    assert.match((await rows(page).last().textContent()) ?? '', /Many 1\b/);
    assert.ok(await page.getByRole('button', { name: 'Older runs' }).isDisabled());

    const { _embedded } = await service.json('/tags');
    assert.deepEqual(
      _embedded.tags.find(({ name }: Json) => name === 'rare'),
      { name: 'rare', runs: 3 },
    );
    const offered = await tagChoice(page).locator('option').allTextContents();
    assert.deepEqual(offered, ['Any tag', ..._embedded.tags.map(({ name }: Json) => name)]);
    await page.goto(`${service.url}/app?project=Many`);
    await shows(50);
    await tagChoice(page).selectOption('rare');
    await shows(3);
    assert.equal(await total('?tag=rare'), 3);
    await page.keyboard.press('/');
    // The last characters are typed while the page processes the first ones.
    await page.evaluate(`
      const field = document.activeElement;
      const { replaceState } = history;
      history.replaceState = (...state) => {
        history.replaceState = replaceState;
        replaceState.apply(history, state);
        field.value = 'Many 2';
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
    `);
    // As one event: keys that arrive after the change above would be added to it.
    await page.keyboard.insertText('Many');
    await shows(1);
    await page.reload();
    await shows(1);
    assert.equal(await tagChoice(page).inputValue(), 'rare');
    await page.getByRole('button', { name: 'Show all runs' }).click();
    await shows(50);
    assertQuiet(visit, service);
    await visit.context.close();
  });
});
