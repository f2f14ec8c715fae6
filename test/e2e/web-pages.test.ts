import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { shownVerdict } from '../../src/contract/verdict-words.ts';
import { startTarget, type Target } from '../../src/lib/demo-target.ts';
import { looksOfSuite, violationsOf, violationsOfState } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { assertQuiet, followLink, visitAsMember } from '../support/dashboard.ts';
import { needs } from '../support/needs.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const plans = fileURLToPath(new URL('../../examples/plans/', import.meta.url));
const patienceMs = 180_000;

describe('the other pages of the dashboard', { skip: needs('java', 'maven', 'chromium', 'curl') }, () => {
  let service: TestService;
  let target: Target;
  let browser: Browser;
  /** Runs: by hand, by the curl command of the page, and one with a failed threshold. */
  let [byHand, byCurl, failing]: string[] = [];

  before(async () => {
    [service, target, browser] = await Promise.all([
      startService({}, { hasPublicUrl: true }),
      startTarget(),
      openBrowser(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await target?.stop();
    await service?.close();
  });

  const member = (path: string, options = {}) => visitAsMember(browser, service, path, options);
  const rows = (page: Page, caption: string) =>
    page.locator(`[aria-label="${caption}, as a table"] tbody tr`);
  const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

  it('an empty list offers the demo run', async () => {
    const visit = await member('/app');
    const { page } = visit;
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await page.getByRole('button', { name: 'Start demo run' }).waitFor();
    assert.deepEqual(await violationsOfState(page), []);
    assertQuiet(visit, service);
    await visit.context.close();
  });

  it('a new run shows missing files of the plan and errors beside their fields, and starts', async () => {
    const visit = await member('/app/new');
    const { page } = visit;
    const files = page.getByLabel('Plan and data files');
    await files.setInputFiles(`${plans}demo.jmx`);
    await page.getByText('✕ missing').waitFor({ timeout: patienceMs });
    await page.getByText('Detect automatically (jmeter)').waitFor({ state: 'attached' });
    await drop(page, 'shoppers.csv', await readFile(`${plans}shoppers.csv`, 'utf8'));
    await page.getByText('✓ No problems found.').waitFor({ timeout: patienceMs });
    await page.getByLabel('Virtual users').fill('3');
    await page.getByText('✓ set by this run').waitFor({ timeout: patienceMs });
    await page.getByLabel('Ramp-up').fill('1');
    await page.getByLabel('Duration').fill('6');
    await page
      .getByLabel('Parameter overrides')
      .fill(`-Jtarget_host=127.0.0.1, -Jtarget_port=${target.port}`);
    await page.getByLabel('Name', { exact: true }).fill('Shop by hand');
    await page.getByLabel('Project').fill('Shop');
    await page.getByLabel('Tags').fill('nightly, main');
    const condition = page.getByLabel('Fail the run if');
    await condition.fill('p95 > much');
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.getByText(/^✕ The threshold "p95 > much" is not valid/).waitFor();
    assert.equal(await condition.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await violationsOfState(page), []);
    await condition.fill('p95 > 60s');
    await page.getByRole('button', { name: 'Copy curl command' }).click();
    await until('the command is copied', async () => (await clipboard(page)).startsWith('curl '));
    const command = await clipboard(page);
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/app\/runs\//, { timeout: patienceMs });
    byHand = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `${command.replace('ca.pem', `'${service.ca}'`)} -sS`],
      {
        cwd: plans,
        env: { PATH: process.env.PATH, SPATE_TOKEN: service.token },
      },
    );
    byCurl = JSON.parse(stdout).uuid;
    const [one, other] = await Promise.all([byHand, byCurl].map((id) => service.json(`/runs/${id}`)));
    const asked = ({ tool, name, threads, rampup, duration, tag_list, project, ...more }: Json) => ({
      ...{ tool, name, threads, rampup, duration, tag_list, project },
      parameters: more.override_parameters,
      conditions: more.fail_if,
      files: more._embedded.files.map((file: Json) => [file.name, file.size]),
    });
    assert.deepEqual(asked(other), asked(one), 'the command asks for the same run');
    assertQuiet(visit, service, /status of 422/);
    await visit.context.close();
  });

  it('the list updates automatically, filters by address, and shows the figures of the service', async () => {
    const content = { 'demo.jmx': '', 'shoppers.csv': '' };
    for (const name of Object.keys(content) as (keyof typeof content)[])
      content[name] = await readFile(plans + name, 'utf8');
    const created = await createRun(service, {
      fields: {
        'run[name]': 'Shop too slow',
        'run[threads]': '3',
        'run[duration]': '6',
        'run[project]': 'Shop',
        'run[tag_list]': 'slow',
        'run[override_parameters]': `-Jtarget_host=127.0.0.1, -Jtarget_port=${target.port}`,
        'run[fail_if][]': 'p95 > 1ms',
      },
      files: content,
    });
    failing = created.uuid as string;
    const visit = await member('/app');
    const { page } = visit;
    const row = rows(page, 'Runs').filter({ hasText: 'Shop too slow' });
    await row.getByText(/Queued|Preparing|Running|Finishing/).waitFor({ timeout: patienceMs });
    for (const id of [byHand, byCurl, failing]) await awaitStatus(service, id ?? '', 'finished', 200_000);
    await row.getByText('Failed').waitFor({ timeout: patienceMs });
    const { figures } = await service.json(`/runs/${failing}`);
    await row.locator(`td[title="${exact(figures.p95)}"]`).waitFor();
    await row
      .locator(`td[title="${figures.samples.toLocaleString('en-GB')} samples"]`)
      .waitFor({ timeout: patienceMs });
    for (const id of [byHand, byCurl]) {
      const { verdict } = await service.json(`/runs/${id}`);
      // Some samples of the shop fail, and a busy machine makes a run doubtful; the threshold of both is met.
      assert.notEqual(verdict.word, 'failed');
      await rows(page, 'Runs')
        .filter({ has: page.locator(`a[href="/app/runs/${id}"]`) })
        .getByText(shownVerdict[verdict.word as keyof typeof shownVerdict])
        .waitFor({ timeout: patienceMs });
    }

    const trend = page.getByRole('group', { name: /^p95 per run/ }).getByRole('link');
    await until('the trend has every run of the test', async () => (await trend.count()) === 2, patienceMs);
    assert.deepEqual(
      await trend.evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1))),
      [byHand, byCurl],
    );

    await page.getByRole('button', { name: 'slow', exact: true }).click();
    await page.waitForURL(/tag=slow/);
    await until('one run is left', async () => (await rows(page, 'Runs').count()) === 1, patienceMs);
    await page.goto(`${service.url}/app?state=failed&project=Shop&tool=jmeter`);
    await until('one run failed', async () => (await rows(page, 'Runs').count()) === 1, patienceMs);
    assert.equal(await page.getByLabel('State').inputValue(), 'failed');
    await page.keyboard.press('/');
    await page.keyboard.type('nothing like this');
    await page.getByRole('heading', { name: 'No runs match these filters' }).waitFor({ timeout: patienceMs });
    await page.getByRole('button', { name: 'Show all runs' }).last().click();
    await until('all are back', async () => (await rows(page, 'Runs').count()) === 3, patienceMs);
    assertQuiet(visit, service);
    await visit.context.close();
  });

  it('runs are selected and compared by keyboard, with the figures and texts of the service', async () => {
    const visit = await member('/app');
    const { page } = visit;
    await rows(page, 'Runs').first().waitFor({ timeout: patienceMs });
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`${service.url}/app/runs/${failing}`);
    await page.goto(`${service.url}/app?page=2`);
    await page.getByRole('button', { name: 'Go to the first page' }).click({ timeout: patienceMs });
    await rows(page, 'Runs').first().waitFor({ timeout: patienceMs });
    for (const key of ['j', 'j', 'j', 'x', 'k', 'x']) await page.keyboard.press(key);
    await page.getByText('2 runs selected').waitFor();
    await page.keyboard.press('c');
    await page.waitForURL(/\/app\/compare/);
    assert.equal(new URL(page.url()).searchParams.get('runs'), `${byHand},${byCurl}`);
    const comparison = await service.json(`/compare?runs=${byHand},${byCurl}`);
    const [{ sentence, labels }] = comparison.comparisons;
    await page.getByText(sentence).waitFor({ timeout: patienceMs });
    const p95 = comparison.runs[1].total.percentiles['95'];
    await page
      .locator(`[aria-label^="Summary of the runs"] td[title="${exact(p95)}"]`)
      .first()
      .waitFor();
    const all = await Promise.all([byHand, byCurl].map((id) => service.json(`/runs/${id}/charts`)));
    const drawn = () =>
      page
        .getByRole('group', { name: /^p95 over time/ })
        // biome-ignore lint/suspicious/noExplicitAny: data that the chart stores on its element.
        .evaluate((element: any) =>
          element.plot.data.slice(1).map((values: unknown[]) => values.filter((value) => value != null)),
        );
    assert.deepEqual(
      await drawn(),
      all.map(({ columns }) => columns.p95.filter((value: number | null) => value !== null)),
    );
    const table = rows(page, 'Differences by label');
    assert.equal(await table.count(), labels.length);
    await page.getByLabel('Search labels').fill('check');
    await until('one label is left', async () => (await table.count()) === 1);
    await page.reload();
    await until('the address keeps the search', async () => (await table.count()) === 1, patienceMs);

    await page.getByRole('button', { name: 'Add run' }).click();
    await page.getByRole('button', { name: 'Shop too slow' }).click();
    await until('three runs', async () => (await page.locator('.compared li').count()) === 3, patienceMs);
    await page.getByRole('button', { name: 'Set as baseline: Shop too slow' }).click();
    await page.waitForURL((url) => url.searchParams.get('runs') === `${failing},${byHand},${byCurl}`);
    await until(
      'it stands first',
      async () =>
        (await page.locator('.compared li').first().textContent())?.includes('Shop too slow') ?? false,
      patienceMs,
    );
    await page.getByRole('button', { name: 'Remove Shop too slow' }).click();
    await until('two runs', async () => (await page.locator('.compared li').count()) === 2, patienceMs);
    assertQuiet(visit, service);
    await visit.context.close();
  });

  if (isFullSuite()) {
    it('navigating to another run removes all data of the first', async () => {
      const visit = await member(`/app/runs/${byHand}`);
      const { page } = visit;
      await page.getByRole('heading', { name: 'Shop by hand', level: 1 }).waitFor({ timeout: patienceMs });
      // Client-side navigation, with the figures of the next run delayed.
      await page.route(`**/runs/${failing}/**`, () => {});
      await followLink(page, `/app/runs/${failing}`);
      await page
        .getByRole('heading', { name: 'Shop by hand', level: 1 })
        .waitFor({ state: 'detached', timeout: patienceMs });
      await page.unroute(`**/runs/${failing}/**`);
      await page.reload();
      await page.getByRole('heading', { name: 'Shop too slow', level: 1 }).waitFor({ timeout: patienceMs });
      await page.goBack();
      await page.getByRole('heading', { name: 'Shop by hand', level: 1 }).waitFor({ timeout: patienceMs });
      assertQuiet(visit, service);
      await visit.context.close();
    });
  }

  it('a grid is started, watched and stopped, with a confirmation', async () => {
    const visit = await member('/app/grids');
    const { page } = visit;
    await page.getByText('✓ healthy').waitFor({ timeout: patienceMs });
    await page.getByRole('button', { name: 'New grid' }).click();
    await page.getByLabel('Machines').selectOption('hosted');
    await page.getByLabel('Nodes', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Start grid' }).click();
    await page.getByText(/^✕ grid\[instance_quantity\] must be/).waitFor();
    await page.getByLabel('Nodes', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Start grid' }).click();
    await page.getByText('Waiting for 2 of 2 machines.').waitFor({ timeout: patienceMs });
    const grid = await gridOf('hosted');
    await page.getByText(grid?.join_command).waitFor();
    await page.getByRole('button', { name: 'Stop grid' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.ok(await gridOf('hosted'));
    await page.getByRole('button', { name: 'Stop grid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop grid' }).click();
    await page.getByText('Waiting for 2 of 2 machines.').waitFor({ state: 'detached', timeout: patienceMs });
    assert.equal(await gridOf('hosted'), undefined);
    assertQuiet(visit, service, /status of 422/);
    await visit.context.close();
  });

  async function gridOf(infrastructure: string): Promise<Json> {
    const list = await service.json('/grids');
    return list._embedded.grids.find((grid: Json) => grid.infrastructure === infrastructure);
  }

  it('has no axe-core violations and no horizontal overflow', async () => {
    const visit = await member('/app');
    const { page } = visit;
    const { test } = await service.json(`/runs/${byHand}`);
    const looks: [path: string, sign: string][] = [
      [`/app?pick=${byHand}`, 'Shop by hand selected as the baseline.'],
      [`/app/compare?runs=${byHand},${byCurl},${failing}`, 'Differences by label'],
      [`/app/compare?runs=${byHand}`, 'Select a run to compare'],
      ['/app/new', 'Add a plan first.'],
      ['/app/grids', '✓ healthy'],
      ['/app/tests', 'Shop too slow'],
      [`/app/tests/${test.uuid}`, 'Set as baseline'],
    ];
    for (const [path, sign] of looks) {
      await followLink(page, path);
      await page
        .getByText(sign)
        .or(page.getByRole('group', { name: sign }))
        .first()
        .waitFor({ timeout: patienceMs });
      for (const { colorScheme, width } of looksOfSuite()) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const where = `${path}, ${colorScheme}, ${width}`;
        assert.deepEqual(await violationsOf(page), [], where);
        const spare = (await page.evaluate('innerWidth - document.documentElement.scrollWidth')) as number;
        assert.ok(spare >= 0, `${where}: ${-spare} pixels too wide`);
      }
    }
    assertQuiet(visit, service);
    await visit.context.close();
  });
});

function exact(ms: number): string {
  return `${ms.toLocaleString('en-GB', { maximumFractionDigits: 3 })} ms`;
}

/** Drops a file on the page. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}
