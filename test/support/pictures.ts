/**
 * Pictures of every page, wide and narrow, light and dark, with real runs:
 *
 *   node test/support/pictures.ts <folder> [seconds of the long run] [--stay]
 *
 * With --stay the service stays up; each line on standard input restarts it with the sources as they are then, and takes
 * the pictures again.
 */
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { startTarget } from '../../src/lib/demo-target.ts';
import { openBrowser, openVisit, type VisitOptions } from './browser.ts';
import { visitAsMember } from './dashboard.ts';
import { awaitStatus, createRun, demandGrid } from './run.ts';
import { type Json, startService, type TestService } from './service.ts';
import { shopVisitPages, shopVisitPlan } from './shop-plan.ts';

const [folder = 'pictures', seconds = '300', ...flags] = process.argv.slice(2);
const longS = Number(seconds);
const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `wide-${colorScheme}`, colorScheme, width: 1440, height: 900 },
  { name: `phone-${colorScheme}`, colorScheme, width: 390, height: 844, isPhone: true },
]);
const files = { 'shop.jmx': shopVisitPlan() };
const patience = { timeout: 180_000 };

type Take = (page: Page) => Promise<unknown>;
const calmly: Take = (page) => page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {});

await mkdir(folder, { recursive: true });
const pages = shopVisitPages();
const [target, slowTarget] = await Promise.all([
  startTarget(pages),
  startTarget(shopVisitPages(1.4), { seed: 2 }),
]);
const service = await startService();
const browser = await openBrowser();
try {
  await everywhere('empty-runs', '/app', calmly);
  await everywhere('empty-compare', '/app/compare', calmly);
  await everywhere('sign-in', '/app', calmly, 'stranger');

  const short = [];
  for (let index = 1; index <= 6; index += 1)
    short.push(await startShop(`Nightly ${index}`, { duration: 12, tags: 'nightly, main' }));
  const failing = await createRun(service, {
    fields: fieldsOf('Refers to a file that is not there', {}),
    files: { 'shop.jmx': withCsv(shopVisitPlan(), '${__P(folder,)}shoppers.csv') },
  });
  const waiting = await createRun(service, {
    fields: fieldsOf('On machines of ours', {}),
    files,
    grids: [
      ['infrastructure', 'hosted'],
      ['region', 'eu-west-1'],
      ['instance_quantity', '2'],
      ['stop_after', '30'],
    ],
  });
  await everywhere('run-waiting', `/app/runs/${waiting.uuid}`, calmly);
  for (const { uuid } of [...short, failing]) await awaitStatus(service, uuid, 'finished');
  const releases = [
    await startShop('Release 42', { duration: Math.min(90, longS), tags: 'release' }),
    await startShop('Release 43', {
      duration: Math.min(90, longS),
      tags: 'release',
      port: slowTarget.port,
      conditions: ['p95 > 400ms'],
    }),
  ];
  for (const { uuid } of releases) await awaitStatus(service, uuid, 'finished');

  const long = await startShop('Friday evening, two nodes', {
    ...{ duration: longS, threads: 12, rampup: 40, grids: demandGrid(2), tags: 'friday, main' },
    conditions: ['p95 > 2s', 'errors > 3%', 'label("Payment").p99 > 4s'],
  });
  await awaitStatus(service, long.uuid, 'running');
  await sleep(longS * 350);
  const ids = [...short, ...releases].map(({ uuid }) => uuid);
  for (const [path, page] of Object.entries(pages))
    if (/pay|check|voucher|cart/.test(path))
      pages[path] = { ...page, medianMs: page.medianMs * 4, brokenShare: 0.15 };
  await takeLive(long);
  Object.assign(pages, shopVisitPages());
  await awaitStatus(service, long.uuid, 'finished', (longS + 300) * 1000);
  await takeRest(long, ids, failing);
  console.log(`Pictures are in ${folder}. The service is at ${service.url}, its token ${service.token}`);
  if (flags.includes('--stay')) {
    for await (const _ of createInterface({ input: process.stdin })) {
      await service.leave();
      await service.start();
      const again = await service.json(`/runs/${long.uuid}/repeat`);
      await awaitStatus(service, again.uuid, 'running');
      await sleep(30_000);
      await takeLive(again);
      await service.json(`/runs/${again.uuid}/stop`);
      await takeRest(long, ids, failing);
      console.log('Taken again.');
    }
  }
} finally {
  await browser.close();
  await service.close();
  await target.stop();
  await slowTarget.stop();
}

async function takeLive(run: Json): Promise<void> {
  const address = `/app/runs/${run.uuid}`;
  const first: Take = (page) => page.locator('.strip .value').first().waitFor(patience);
  await everywhere('run-live', address, first);
  await everywhere('runs-live', '/app', calmly);
  await everywhere(
    'run-lost',
    address,
    async (page) => {
      await first(page);
      await page.context().setOffline(true);
      await page.getByText('Connection to the service lost.').waitFor(patience);
    },
    'member',
    { isFull: false },
  );
}

async function takeRest(long: Json, ids: readonly string[], failing: Json): Promise<void> {
  const address = `/app/runs/${long.uuid}`;
  const drawn: Take = async (page) => {
    await page.locator('.plot canvas').first().waitFor(patience);
    await calmly(page);
  };
  await everywhere('run', address, drawn);
  await everywhere('run-top', address, drawn, 'member', { isFull: false });
  await everywhere(
    'run-range',
    `${address}?from=${Math.round(longS / 3)}&to=${Math.round(longS / 2)}`,
    drawn,
  );
  await everywhere('run-label', `${address}?label=Payment`, drawn);
  await everywhere('run-heat', `${address}?times=heat`, drawn);
  await everywhere('run-log', address, async (page) => {
    await drawn(page);
    await page.getByText('Last log lines').click();
    await page.locator('.log pre').first().waitFor(patience);
    await page.locator('.log').scrollIntoViewIfNeeded();
  });
  await everywhere(
    'run-cursor',
    address,
    async (page) => {
      await drawn(page);
      await page
        .locator('.plot .u-over')
        .first()
        .hover({ position: { x: 150, y: 60 } });
    },
    'member',
    { isFull: false },
  );
  await everywhere(
    'run-ask',
    address,
    async (page) => {
      await drawn(page);
      await page.getByRole('button', { name: 'Repeat run' }).click();
    },
    'member',
    { isFull: false },
  );
  await everywhere(
    'keys',
    address,
    async (page) => {
      await drawn(page);
      await page.keyboard.press('?');
    },
    'member',
    { isFull: false },
  );
  await everywhere('run-failed', `/app/runs/${failing.uuid}`, calmly);
  await everywhere('runs', '/app', calmly);
  await everywhere('runs-none', '/app?search=nothing+like+this', calmly);
  await everywhere('runs-picked', '/app', async (page) => {
    await page.locator('tbody input[type=checkbox]').first().waitFor(patience);
    for (const at of [1, 2]) await page.locator('tbody input[type=checkbox]').nth(at).check();
  });
  await everywhere('compare', `/app/compare?runs=${ids.slice(-2).join()}`, drawn);
  await everywhere('compare-top', `/app/compare?runs=${ids.slice(-2).join()}`, drawn, 'member', {
    isFull: false,
  });
  await everywhere('compare-many', `/app/compare?runs=${ids.join()}`, drawn);
  await everywhere('new', '/app/new', calmly);
  await everywhere('new-dropped', '/app/new', async (page) => {
    await page.getByLabel('Plan and data files').setInputFiles([
      { name: 'shop.jmx', mimeType: 'text/xml', buffer: Buffer.from(withCsv(files['shop.jmx'])) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('For later.') },
    ]);
    await page.getByText('✕ missing').waitFor(patience);
    await page.getByLabel('Virtual users').fill('20');
    await page.getByLabel('Duration').fill('300');
    await page.getByLabel('Fail the run if').fill('p95 > 800ms');
    await calmly(page);
  });
  await everywhere('grids', '/app/grids', calmly);
  await everywhere('grids-new', '/app/grids', async (page) => {
    await page.getByRole('button', { name: 'New grid' }).click();
  });
  await everywhere('account', '/app/account', calmly);
  for (const name of ['people', 'tokens', 'applications', 'audit'])
    await everywhere(`account-${name}`, `/app/account/${name}`, calmly);
  await everywhere('sign-in', '/app/sign-in', calmly, 'stranger');
  const invitation = await service.json('/invitations', {
    method: 'POST',
    body: new URLSearchParams({ 'invitation[email]': 'grace@example.com' }),
  });
  await everywhere('join', invitation.link.slice(service.url.length), calmly, 'stranger');
  await everywhere('no-page', '/app/nothing-here', calmly);
  await everywhere('no-run', '/app/runs/0000000000000000000000', calmly);
  await service.json(`${address.replace('/app', '')}/set-public`, { method: 'PATCH' });
  await everywhere('run-public', address, drawn, 'stranger');
  await service.json(`${address.replace('/app', '')}/set-private`, { method: 'PATCH' });
}

async function everywhere(
  name: string,
  path: string,
  ready: Take,
  who: 'member' | 'stranger' = 'member',
  { isFull = true } = {},
): Promise<void> {
  for (const look of looks) {
    const { page, context } = await open(browser, service, who, look);
    try {
      await page.goto(service.url + path);
      await ready(page);
      // Lets lines appear that are shown only after a delay.
      await sleep(400);
      await page.screenshot({ path: `${folder}/${name}-${look.name}.png`, fullPage: isFull });
    } catch (error) {
      console.error(`${name} ${look.name}: ${(error as Error).message}`);
    } finally {
      await context.close();
    }
  }
}

function open(opened: Browser, shown: TestService, who: 'member' | 'stranger', look: VisitOptions) {
  return who === 'member' ? visitAsMember(opened, shown, '/app', look) : openVisit(opened, look);
}

interface ShopSettings {
  duration?: number;
  threads?: number;
  rampup?: number;
  tags?: string;
  port?: number;
  conditions?: string[];
  grids?: [string, string][];
}

function fieldsOf(name: string, settings: ShopSettings): Record<string, string> {
  return {
    'run[name]': name,
    'run[project]': 'Shop',
    'run[threads]': String(settings.threads ?? 6),
    'run[rampup]': String(settings.rampup ?? 3),
    'run[duration]': String(settings.duration ?? 10),
    'run[tag_list]': settings.tags ?? '',
    'run[override_parameters]': `-Jtarget_port=${settings.port ?? target.port}`,
  };
}

function startShop(name: string, settings: ShopSettings): Promise<Json> {
  const conditions = (settings.conditions ?? []).map((text, index) => [`run[fail_if][${index}]`, text]);
  return createRun(service, {
    fields: { ...fieldsOf(name, settings), ...Object.fromEntries(conditions) },
    files,
    ...(settings.grids ? { grids: settings.grids } : {}),
  });
}

/** The plan with a data file that is not uploaded with it. */
function withCsv(plan: string, name = 'shoppers.csv'): string {
  const set = `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Shoppers"><stringProp name="filename">${name}</stringProp><stringProp name="variableNames">name</stringProp></CSVDataSet><hashTree/>`;
  return plan.replace('<ThreadGroup ', () => `${set}<ThreadGroup `);
}
