import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { looksOfSuite, violationsOf } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { assertQuiet, visitAsMember } from '../support/dashboard.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { startService, type TestService } from '../support/service.ts';

describe('notifications, annotations, metrics and calendar', {
  skip: needs('chromium', 'bubblewrap'),
}, () => {
  let service: TestService;
  let browser: Browser;
  let receiver: Receiver;
  let target: Awaited<ReturnType<typeof startTarget>>;

  before(async () => {
    target = await startTarget(steadyPages);
    receiver = await startReceiver();
    [service, browser] = await Promise.all([
      startService({ SPATE_OUTBOUND: 'allow:127.0.0.1' }),
      openBrowser(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await target?.stop();
    await receiver?.[Symbol.asyncDispose]();
  });

  it('adds a webhook, shows its secret once, and sends a test', async () => {
    const visit = await visitAsMember(browser, service, '/app/account/notifications');
    const { page } = visit;
    await page.getByText('No notifications yet').waitFor();
    await page.getByLabel('Address').fill('http://[::1]:9/hook');
    await page.getByRole('button', { name: 'Add channel' }).click();
    await page.getByText('::1 is not an allowed address').waitFor();
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await page.getByRole('button', { name: 'Add channel' }).click();
    await page.getByText(/whsec_/).waitFor();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('✓ Test message delivered.').waitFor();
    await page.getByRole('cell', { name: 'Test of a notification' }).waitFor();
    assert.equal(JSON.parse(receiver.requests[0]?.body ?? '').type, 'test');
    await page.getByRole('button', { name: 'Edit events' }).click();
    const dialog = page.getByRole('dialog');
    const boxes = await dialog.getByRole('checkbox', { checked: true }).all();
    for (const box of boxes.reverse()) await box.click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('checkbox', { name: 'finished' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Project Default, on finished').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused').waitFor();
    assertQuiet(visit, service, /status of 422/);
    await visit.context.close();
  });

  it('annotates a run on its page and in report.html, and lists it in the calendar', async () => {
    const created = await createRun(service, {
      fields: { 'run[engine]': 'spate', 'run[name]': 'Checkout' },
      files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '20', pauseMs: 100 }) },
    });
    await awaitStatus(service, created.uuid, 'finished');
    const visit = await visitAsMember(browser, service, `/app/runs/${created.uuid}`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Add annotation' }).click();
    await page.getByLabel('Text').fill('cache cleared');
    await page.getByLabel('Seconds into the run').fill('1');
    await page.getByRole('button', { name: 'Add annotation' }).click();
    await page.getByRole('listitem').filter({ hasText: '+00:01 cache cleared' }).waitFor();
    const report = await (await service.fetch(`/runs/${created.uuid}/report.html`)).text();
    assert.match(report, /\+00:01: cache cleared/);
    await page.goto(`${service.url}/app/calendar`);
    // On a busy machine, the generator may be saturated.
    await page.getByRole('link', { name: /^(Passed|Doubtful) \d\d:\d\d Checkout$/ }).waitFor();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByText('Nothing ran or is planned.').waitFor();
    assertQuiet(visit, service);
    await visit.context.close();
  });

  it('sets a source of target metrics, and shows what its queries return', async () => {
    const visit = await visitAsMember(browser, service, '/app/account/target-metrics');
    const { page } = visit;
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Queries').fill('CPU=avg(cpu)');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The response is not that of a Prometheus server.').waitFor();
    await page.getByLabel('URL').fill(`${receiver.url}/v1/metrics`);
    await page.getByRole('button', { name: 'Add export' }).click();
    await page.getByRole('button', { name: `Delete export to ${receiver.url}` }).waitFor();
    assertQuiet(visit, service);
    await visit.context.close();
  });

  for (const look of looksOfSuite())
    it(`has no violations of accessibility rules, ${look.colorScheme}, ${look.width} pixels wide`, async () => {
      for (const path of ['/app/account/notifications', '/app/account/target-metrics', '/app/calendar']) {
        const visit = await visitAsMember(browser, service, path, look);
        await visit.page.getByRole('heading', { level: 1 }).waitFor();
        await visit.page.waitForLoadState('networkidle');
        assert.deepEqual(await violationsOf(visit.page), [], path);
        await visit.context.close();
      }
    });
});
