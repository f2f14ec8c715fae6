import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { violationsOf } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { assertQuiet, visitAsMember } from '../support/dashboard.ts';
import { hideJava } from '../support/hide-java.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const patienceMs = 180_000;

describe('the engine of a JMeter plan on the pages', { skip: needs('chromium') }, () => {
  let service: TestService;
  let target: Target;
  let browser: Browser;
  let programs: string;

  before(async () => {
    programs = await mkdtemp(join(tmpdir(), 'spate-programs-'));
    [service, target, browser] = await Promise.all([
      startService({ PATH: await hideJava(programs), SPATE_CACHE_DIR: join(programs, 'cache') }),
      startTarget(steadyPages),
      openBrowser(),
    ]);
    await until('the node of the shared grid has said what it can run', async () => {
      const { _embedded } = await service.json('/grids');
      return _embedded.grids[0]?.tools.length > 0;
    });
  });
  after(async () => {
    await browser?.close();
    await target?.stop();
    await service?.close();
    await rm(programs, { recursive: true, force: true });
  });

  const proven = () => plan({ port: target.port, threads: '2', loops: '5' });
  const unproven = () =>
    proven().replace('testname="Home"', 'testname="Home ${__groovy((int) 1f)} ${__BeanShell(a.b())}"');
  const jar = 'plugin.jar';
  const member = (path: string) => visitAsMember(browser, service, path);

  async function choose(page: Page, content: string, ...others: string[]): Promise<void> {
    const plan = { name: 'plan.jmx', mimeType: 'text/xml', buffer: Buffer.from(content) };
    const rest = others.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') }));
    await page.getByLabel('Plan and data files').setInputFiles([plan, ...rest]);
    await page.getByText('✓ No problems found.').waitFor({ timeout: patienceMs });
  }

  it('shows the engine of a plan, and the engine that machines lack', async () => {
    const visit = await member('/app/new');
    const { page } = visit;
    assert.equal(await page.getByLabel('Engine').count(), 0);
    await choose(page, proven());
    await page.getByText('✓ Engine: Spate’s own.').waitFor();
    assert.equal(await page.getByText('cannot run Apache JMeter').count(), 0);
    await page.getByLabel('Engine').selectOption('Apache JMeter');
    await page.getByText('Spate’s own engine can also run this plan').waitFor();
    await page.getByText(/cannot run Apache JMeter: Java 11 or newer is not installed/).waitFor();
    assert.match((await page.locator('.command pre').first().textContent()) ?? '', / --engine apache( |$)/);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Start run' }).click();
    await page
      .locator('.engine-choice')
      .getByText(/This machine cannot run Apache JMeter: Java 11/)
      .waitFor({ timeout: patienceMs });
    assertQuiet(visit, service, /status of 422/);
    await visit.context.close();
  });

  it('lists the reasons against our own engine in order, and rejects forcing it', async () => {
    const visit = await member('/app/new');
    const { page } = visit;
    await choose(page, unproven(), jar);
    const judged = page.locator('.engine-choice');
    await judged.getByText('Engine: Apache JMeter.').waitFor();
    const reason = judged.getByText(/^The function __BeanShell/);
    await judged
      .getByText(/^The function __groovy/)
      .first()
      .waitFor();
    await page.getByText(/cannot run Apache JMeter: Java 11 or newer is not installed/).waitFor();
    assert.equal(await reason.isVisible(), false);
    await judged.getByText(/^\d more$/).click();
    await reason.waitFor();
    await page.getByLabel('Engine').selectOption('Spate’s own');
    await judged.getByText('✕ Spate’s own engine cannot run this plan').waitFor();
    assert.equal(await page.getByText('cannot run Apache JMeter').count(), 0);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.getByText('The run was rejected.').waitFor({ timeout: patienceMs });
    await visit.context.close();
  });

  it('shows on the page of a run why it uses Apache JMeter', async () => {
    // It waits for a machine that never joins.
    const run = await createRun(service, {
      files: { 'plan.jmx': unproven(), [jar]: 'x' },
      grids: [
        ['infrastructure', 'hosted'],
        ['region', 'eu-west-1'],
        ['instance_quantity', '1'],
        ['stop_after', '30'],
      ],
    });
    assert.equal(run.engine, 'apache');
    const visit = await member(`/app/runs/${run.uuid}`);
    const { page } = visit;
    const engine = page.getByRole('region', { name: 'Engine' });
    await engine.getByText('This plan runs on Apache JMeter').waitFor({ timeout: patienceMs });
    assert.match((await engine.textContent()) ?? '', /Plan > Users > Home .*The function __groovy/);
    await page.getByText('on Apache JMeter', { exact: true }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    assertQuiet(visit, service);
    await visit.context.close();
    const report = await (await service.fetch(`/runs/${run.uuid}/report.html`)).text();
    assert.match(report, />jmeter<\/span> <span>on Apache JMeter</);
    assert.match(report, /Plan > Users > Home .*The function __groovy/);
    assert.match(report, /<summary>1 more<\/summary>/);
  });

  it('shows schedule lag and utilization, and highlights saturation', async () => {
    // Its first seconds, while it warms up, do not count.
    const eightSeconds = plan({ port: target.port, threads: '2', loops: '40', pauseMs: 200 });
    const run = await createRun(service, { files: { 'plan.jmx': eightSeconds } });
    assert.equal(run.engine, 'spate');
    await awaitStatus(service, run.uuid, 'finished');
    const visit = await member(`/app/runs/${run.uuid}`);
    const { page } = visit;
    const engine = page.getByRole('region', { name: 'Engine' });
    const measured = /Schedule lag: p99 [\d.,]+ m?s, max [\d.,]+ m?s\. Generator utilization: \d+ %\./;
    await engine.getByText(measured).waitFor({ timeout: patienceMs });
    const file = await (await service.fetch(`/runs/${run.uuid}/report.html`)).text();
    assert.match(file, measured);
    const lag = {
      lag_p99_ms: 1.2,
      lag_max_ms: 14,
      busy_share: 0.43,
      includes_start: false,
      is_at_limit: false,
    };
    // Saturation cannot be produced reliably, so the response of the service is modified.
    await page.route(/\/runs\/\w+\/view/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), generator: lag } });
    });
    await page.reload();
    const calm = engine.getByText('Schedule lag: p99 1.2 ms, max 14 ms. Generator utilization: 43 %.');
    await calm.waitFor({ timeout: patienceMs });
    assert.equal(await engine.locator('.doubt').count(), 0);
    await page.getByText('on Spate’s own engine', { exact: true }).waitFor();
    Object.assign(lag, { lag_p99_ms: 240, lag_max_ms: 1900, busy_share: 0.97, is_at_limit: true });
    await page.reload();
    const limit = engine.locator('.doubt');
    await limit.waitFor({ timeout: patienceMs });
    assert.equal(
      await limit.textContent(),
      '△ Schedule lag: p99 240 ms, max 1,900 ms. Generator utilization: 97 %. The generator is saturated: response times may include its own delay.',
    );
    assert.deepEqual(await violationsOf(page), []);
    await visit.context.close();
  });
});
