import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { startTarget, type Target } from '../../src/lib/demo-target.ts';
import { wholeSeconds } from '../../src/web/pages/run/whole-seconds.ts';
import { looksOfSuite, violationsOf, violationsOfState } from '../support/accessibility.ts';
import { openBrowser, openVisit, type Visit, type VisitOptions } from '../support/browser.ts';
import { handOverToken, visitAsMember } from '../support/dashboard.ts';
import { needs } from '../support/needs.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const plans = new URL('../../examples/plans/', import.meta.url);
const patienceMs = 180_000;
const weightLimit = 150_000;

describe('the page of a run', { skip: needs('java', 'maven', 'chromium') }, () => {
  let service: TestService;
  let target: Target;
  let browser: Browser;
  let run: Json;
  let path: string;

  before(async () => {
    [service, target, browser] = await Promise.all([
      startService({}, { postgres: 'own' }),
      startTarget(),
      openBrowser(),
    ]);
    // The run continues until the live test is done, however slow the machine is.
    run = await startShopRun('Shop', 3600);
    path = `/app/runs/${run.uuid}`;
  });
  after(async () => {
    await browser?.close();
    await target?.stop();
    await service?.close();
  });

  async function startShopRun(name: string, durationS: number): Promise<Json> {
    const files: Record<string, string> = {};
    for (const file of ['demo.jmx', 'shoppers.csv'])
      files[file] = await readFile(new URL(file, plans), 'utf8');
    return createRun(service, {
      fields: {
        'run[name]': name,
        'run[threads]': '6',
        'run[duration]': String(durationS),
        'run[override_parameters]': `-Jtarget_host=127.0.0.1, -Jtarget_port=${target.port}`,
        'run[fail_if][]': 'p95 > 60s',
      },
      files,
    });
  }

  const member = (address: string, options?: VisitOptions) =>
    visitAsMember(browser, service, address, options);

  /** No violations of the policy, no exceptions, no external requests. */
  function assertQuiet({ requests, problems }: Visit): void {
    const foreign = requests.filter((url) => new URL(url).origin !== service.url && !url.startsWith('blob:'));
    assert.deepEqual(foreign, []);
    assert.deepEqual(
      problems.filter(
        (text) =>
          !/status of 401|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|status of 503|ERR_NETWORK|ERR_EMPTY|ERR_CONNECTION/.test(
            text,
          ),
      ),
      [],
    );
  }

  function drawn(page: Page, title: string): Promise<(number | null)[][]> {
    return page.getByRole('group', { name: new RegExp(`^${title} over time`) }).evaluate(
      // biome-ignore lint/suspicious/noExplicitAny: data that the chart stores on its element.
      (element: any) => element.plot.data.map((values: Iterable<number | null>) => [...values]),
    );
  }

  const api = (what: string, query = '') => service.json(`/runs/${run.uuid}/${what}${query}`);
  const figureOf = (page: Page, name: string) =>
    page
      .locator('.strip > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
      .locator('dd');

  it('asks for the token and shows nothing of a private run without sign-in', async () => {
    const visit = await openVisit(browser);
    await visit.page.goto(service.url + path);
    await visit.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.ok(!(await visit.page.content()).includes('Shop'));
    await handOverToken(visit.page, 'wrong');
    await visit.page.getByText('The token is not valid.').waitFor();
    assertQuiet(visit);
    await visit.context.close();
  });

  it('shows a run live, reports a lost connection and reconnects', async () => {
    await awaitStatus(service, run.uuid, 'running', 200_000);
    const visit = await member('/app');
    const { page } = visit;
    const views: string[] = [];
    page.on('request', (request) => {
      if (/\/view(\?|$)/.test(request.url())) views.push(request.url());
    });
    await page.goto(service.url + path);
    await figureOf(page, 'Throughput').waitFor({ timeout: patienceMs });
    await page.getByText('Live.').waitFor({ timeout: patienceMs });
    await page.getByText(/^\d\d:\d\d of 1:00:00, \d\d:\d\d left$/).waitFor();
    await page.getByText(/^last \d+ s: [\d.]+ \/s$/).waitFor({ timeout: patienceMs });
    const codes = page.locator('figure', { hasText: 'Response codes' }).getByText(/^\(200\b/);
    await codes.waitFor({ timeout: patienceMs });
    const before = await drawn(page, 'Throughput');
    await until(
      'the chart grows',
      async () => ((await drawn(page, 'Throughput'))[0]?.length ?? 0) > (before[0]?.length ?? 0),
      patienceMs,
    );
    await Promise.all([
      page.waitForResponse((answer) => /\/charts\?.*label=Home/.test(answer.url())),
      page.getByRole('button', { name: 'Home', exact: true }).click(),
    ]);
    await page.getByText('Selected label: Home. Virtual users are counted for all labels.').waitFor();
    await codes.waitFor({ timeout: patienceMs });
    const length = async () => (await drawn(page, 'Throughput'))[0]?.length ?? 0;
    const asked = visit.requests.length;
    const started = await length();
    await until('the chart of one label grows', async () => (await length()) > started + 1, patienceMs);
    assert.deepEqual(
      visit.requests.slice(asked).filter((url) => url.includes('/charts')),
      [],
      'by events, not by asking again',
    );
    await page.getByRole('button', { name: 'Show all labels' }).click();
    assert.equal(views.length, 1, 'later views arrive by events');
    // Later tests need failed samples, which the demo target returns now and then.
    await until('a failed sample', async () => (await api('view')).total.failed > 0, patienceMs, 250);
    await service.kill();
    await page.getByText('Connection to the service lost.').waitFor({ timeout: patienceMs });
    await service.start();
    await page
      .getByText('Connection to the service lost.')
      .waitFor({ state: 'detached', timeout: patienceMs });
    await service.json(`/runs/${run.uuid}/stop`);
    const { verdict } = await api('view');
    await page.getByText(verdict.sentence).waitFor({ timeout: patienceMs });
    const { total } = await api('report');
    assert.equal(await figureOf(page, 'p95').getAttribute('title'), exact(total.percentiles['95']));
    const samples = (total.passed + total.failed).toLocaleString('en-GB');
    assert.ok((await textOf(figureOf(page, 'Errors'))).includes(`of ${samples}`));
    // Figures of events equal those of the API.
    const { columns, step } = await api('charts');
    await until(
      'the chart is complete',
      async () =>
        JSON.stringify((await drawn(page, 'Throughput'))[1]) ===
        JSON.stringify(wholeSeconds(columns.throughput, step)),
      patienceMs,
    );
    assertQuiet(visit);
    await visit.context.close();
  });

  it('shows the figures of the API, for the whole run and a selected range, also after a reload', async () => {
    const visit = await member(path);
    const { page } = visit;
    const view = await api('view');
    const { columns, step } = await api('charts');
    await figureOf(page, 'p95').waitFor({ timeout: patienceMs });
    assert.deepEqual(await drawn(page, 'Response time'), [
      columns.time,
      columns.p50,
      columns.p90,
      columns.p95,
      columns.p99,
    ]);
    assert.deepEqual(await drawn(page, 'Throughput'), [
      columns.time,
      wholeSeconds(columns.throughput, step),
      wholeSeconds(columns.failures, step),
    ]);
    assert.deepEqual(await drawn(page, 'Virtual users'), [columns.time, columns.users]);
    assert.deepEqual(await drawn(page, 'Bytes'), [
      columns.time,
      wholeSeconds(columns.bytes_in, step),
      wholeSeconds(columns.bytes_out, step),
    ]);
    const samples = (all: Json) => (all.total.passed + all.total.failed).toLocaleString('en-GB');
    const errors = (all: Json) => `${all.total.failed.toLocaleString('en-GB')} of ${samples(all)}`;
    assert.ok((await textOf(figureOf(page, 'Errors'))).includes(errors(view)));
    assert.equal(await figureOf(page, 'p95').getAttribute('title'), exact(view.total.percentiles['95']));

    const ofFailed = await api('view', '?times=failed');
    assert.equal(ofFailed.times, 'failed');
    assert.notEqual(ofFailed.total.percentiles['95'], view.total.percentiles['95']);
    const choice = page.getByRole('group', { name: 'Response times of' });
    await choice.getByRole('button', { name: 'failed', exact: true }).click();
    await until(
      'the strip is of failed samples',
      async () =>
        (await figureOf(page, 'p95').getAttribute('title')) === exact(ofFailed.total.percentiles['95']),
      patienceMs,
    );
    assert.equal(new URL(page.url()).searchParams.get('of'), 'failed');
    const failedColumns = (await api('charts', '?times=failed')).columns;
    await until(
      'the chart is of failed samples',
      async () =>
        JSON.stringify((await drawn(page, 'Response time of failed samples'))[3]) ===
        JSON.stringify(failedColumns.p95),
      patienceMs,
    );

    const [failing] = view.errors;
    await page.goto(`${service.url}${path}?label=${encodeURIComponent(failing.example.label)}`);
    const ofLabel = await api('errors', new URL(page.url()).search);
    const counts = page.locator('[aria-label="Errors, as a table"] tbody tr td:nth-child(2)');
    await until(
      'the errors are those of the label',
      async () =>
        JSON.stringify(await counts.allTextContents()) ===
        JSON.stringify(ofLabel.errors.map((row: Json) => row.count.toLocaleString('en-GB'))),
      patienceMs,
    );
    await page.getByRole('button', { name: 'Show all labels' }).click();
    // The charts move up when the selection is cleared; the drag needs their final position.
    await page.getByText('Selected label:').waitFor({ state: 'detached', timeout: patienceMs });

    const chart = page.getByRole('group', { name: /^Throughput over time/ });
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.locator('.u-over').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.3, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 5 });
    await page.mouse.up();
    // Legends show the values under the pointer.
    await page.mouse.move(0, 0);
    await page.getByText('Selected range:').waitFor({ timeout: patienceMs });
    const address = new URL(page.url());
    const part = await api('view', address.search);
    assert.ok(part.total.passed < view.total.passed && part.total.passed > 0);
    await until(
      'the strip is for the range',
      async () => (await textOf(figureOf(page, 'Errors'))).includes(errors(part)),
      patienceMs,
    );
    assert.equal(await figureOf(page, 'p95').getAttribute('title'), exact(part.total.percentiles['95']));
    const labels = await api('labels', address.search);
    const first = page.locator('[aria-label="Labels, as a table"] tbody tr').first();
    await until(
      'the labels are for the range',
      async () =>
        (await textOf(first)).includes(
          (labels.labels[0].passed + labels.labels[0].failed).toLocaleString('en-GB'),
        ),
      patienceMs,
    );
    const inRange = (await api('charts', address.search)).columns;
    await until(
      'the charts are for the range',
      async () => JSON.stringify((await drawn(page, 'Throughput'))[1]) === JSON.stringify(inRange.throughput),
      patienceMs,
    );

    const text = await textOf(page.locator('article'));
    await page.reload();
    await until(
      'the same after a reload',
      async () => (await textOf(page.locator('article')).catch(() => '')) === text,
      patienceMs,
    );
    await page.getByRole('button', { name: 'Show whole run' }).click();
    await until(
      'the strip is for the whole',
      async () => (await textOf(figureOf(page, 'Errors'))).includes(errors(view)),
      patienceMs,
    );
    assertQuiet(visit);
    await visit.context.close();
  });

  if (isFullSuite()) {
    it('shows a message for a range without samples', async () => {
      const visit = await member(`${path}?from=5000&to=5010`);
      const { page } = visit;
      await page.getByText('No samples in this range.').waitFor({ timeout: patienceMs });
      assert.equal(await page.getByText('not judged yet').count(), 0);
      await page.getByRole('button', { name: 'Show whole run' }).click();
      await figureOf(page, 'p95').waitFor({ timeout: patienceMs });
      assert.equal(await page.getByText('No samples in this range').count(), 0);
      assertQuiet(visit);
      await visit.context.close();
    });

    it('fits its charts to paper', async () => {
      const { page, context } = await member(path);
      const chart = page.getByRole('group', { name: /^Response time over time/ });
      await chart.waitFor({ timeout: patienceMs });
      const width = async () => (await chart.locator('canvas').boundingBox())?.width ?? 0;
      const onScreen = await width();
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      assert.deepEqual([onScreen > 960, await width()], [true, 960]);
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
      assert.equal(await width(), onScreen);
      await context.close();
    });

    it('can be read and operated by keyboard', async () => {
      const { page, context } = await member(path);
      const chart = page.getByRole('group', { name: /^Response time over time/ });
      await chart.waitFor({ timeout: patienceMs });
      await chart.focus();
      for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
      const { columns } = await api('charts');
      await page.getByText(new RegExp(`^\\+00:0${columns.time[3]}: p50`)).waitFor({ state: 'attached' });
      for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
      await page.waitForURL((url) => url.search === `?from=${columns.time[3]}&to=${columns.time[5]}`);
      await chart.focus();
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => url.search === '');
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByText('Repeat run').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.keyboard.type('check');
      await page.waitForURL(/search=check/);
      await until(
        'one label is left',
        async () => (await page.locator('[aria-label="Labels, as a table"] tbody tr').count()) === 1,
      );
      await page.keyboard.press('Escape');
      await page.keyboard.press('r');
      await page.getByRole('heading', { name: 'Repeat this run?' }).waitFor();
      await context.close();
    });
  }

  for (const { colorScheme, width } of looksOfSuite()) {
    it(`has no axe-core violations, ${colorScheme}, ${width} wide`, async () => {
      const { page, context } = await member(path, { colorScheme, width });
      await figureOf(page, 'p95').waitFor({ timeout: patienceMs });
      await page.getByText('Last log lines').click();
      await page.getByRole('heading', { name: /^Node 1/ }).waitFor();
      assert.deepEqual(await violationsOf(page), []);
      await page.getByRole('button', { name: 'Heat map' }).click();
      await page.getByText(/^1 sample/).waitFor({ timeout: patienceMs });
      await page.getByRole('group', { name: /^Response time, logarithmic over time/ }).press('Home');
      await page.getByText(/^\+\d\d:\d\d: .*samples?$/).waitFor({ state: 'attached' });
      assert.deepEqual(await violationsOfState(page), []);
      await page.getByRole('button', { name: 'Repeat run' }).click();
      assert.deepEqual(await violationsOfState(page), []);
      await context.close();
    });
  }

  if (isFullSuite()) {
    it('has a small transfer size', async () => {
      const visit = await openVisit(browser);
      let weight = 0;
      visit.page.on('response', async (answer) => {
        if (answer.url().includes('/app/api/')) return;
        weight += Number((await answer.headerValue('content-length')) ?? 0);
      });
      await service.json(`/runs/${run.uuid}/set-public`, { method: 'PATCH' });
      await visit.page.goto(service.url + path);
      await figureOf(visit.page, 'p95').waitFor({ timeout: patienceMs });
      assert.ok(weight > 10_000 && weight < weightLimit, `${weight} bytes`);
      await visit.context.close();
    });
  }

  it('shows a public run without sign-in, without actions, files, logs, archives and addresses', async () => {
    await service.json(`/runs/${run.uuid}/set-public`, { method: 'PATCH' });
    const visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(service.url + path);
    await figureOf(page, 'p95').waitFor({ timeout: patienceMs });
    for (const name of ['Repeat run', 'Stop run', 'Make private'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    const text = await textOf(page.locator('article'));
    for (const secret of ['demo.jmx', 'Archive', 'Log', '127.0.0.1', 'result.csv'])
      assert.ok(!text.includes(secret), secret);
    assertQuiet(visit);
    await service.json(`/runs/${run.uuid}/set-private`, { method: 'PATCH' });
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await visit.context.close();
  });

  it('edits, stops, repeats and deletes a run, with a confirmation', async () => {
    const going = await startShopRun('To be stopped', 600);
    const visit = await member(`/app/runs/${going.uuid}`);
    const { page } = visit;
    await awaitStatus(service, going.uuid, 'running', 200_000);
    await page.getByRole('button', { name: 'Stop run' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const asked = visit.requests.length;
    assert.equal((await service.json(`/runs/${going.uuid}`)).status, 'running');
    await page.getByRole('button', { name: 'Stop run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop run' }).click();
    await awaitStatus(service, going.uuid, 'finished', 200_000);
    await page.getByRole('button', { name: 'Stop run' }).waitFor({ state: 'detached', timeout: patienceMs });
    const views = visit.requests.slice(asked).filter((url) => /\/view(\?|$)/.test(url));
    assert.deepEqual(views, [], 'the last view arrives by events too');
    await page.getByText(/^by .*@/).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Renamed');
    await page.getByLabel('Tags').fill('one, two');
    await page.getByLabel('Notes').fill('The cache was cold.\nIt is warm now.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    await page.getByText('The cache was cold.').waitFor();
    const { tag_list: tags, notes } = await service.json(`/runs/${going.uuid}`);
    assert.deepEqual([tags, notes], [['one', 'two'], 'The cache was cold.\nIt is warm now.']);
    const report = await service.fetch(`/runs/${going.uuid}/report.html`);
    assert.match(await report.text(), /The cache was cold\./);
    await page.getByRole('button', { name: 'Repeat run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Repeat run' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(going.uuid), { timeout: patienceMs });
    const repeated = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    assert.equal((await service.json(`/runs/${repeated}`)).repeat_of, going.uuid);
    await service.json(`/runs/${repeated}/stop`);
    await page.getByRole('button', { name: 'Delete' }).click({ timeout: patienceMs });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete run' }).click();
    await page.waitForURL((url) => url.pathname === '/app', { timeout: patienceMs });
    assert.equal((await service.fetch(`/runs/${repeated}`)).status, 404);
    assertQuiet(visit);
    await visit.context.close();
  });
});

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

function exact(ms: number): string {
  return `${ms.toLocaleString('en-GB', { maximumFractionDigits: 3 })} ms`;
}
