import type { Page } from 'playwright-core';
import { until } from '../../test/support/until.ts';

const timeoutMs = 60_000;

/** User interactions on the page of a run, in quick succession. */
export const acts: Record<string, (page: Page) => Promise<void>> = {
  'scrolling the table of labels': scrollLabels,
  'sorting it': sortLabels,
  'searching in it': searchLabels,
  'moving the cursor over the charts': moveCursor,
  'zooming in and out': zoom,
};

const table = (page: Page) => page.getByRole('group', { name: 'Labels, as a table' });
const chart = (page: Page) => page.getByRole('group', { name: /^Throughput over time/ });

/** Resolves when the charts are drawn and the table has its rows. */
export async function awaitFigures(page: Page): Promise<void> {
  await chart(page).locator('canvas').waitFor({ timeout: timeoutMs });
  await awaitRows(page);
}

async function awaitRows(page: Page): Promise<void> {
  const rows = table(page).locator('tbody tr:not(.filler)');
  await rows.first().waitFor({ timeout: timeoutMs });
  await until(
    'all rows are there',
    async () => (await table(page).locator('.blank').count()) === 0,
    timeoutMs,
    100,
  );
}

async function scrollLabels(page: Page): Promise<void> {
  await table(page).scrollIntoViewIfNeeded();
  await table(page).hover();
  for (let step = 0; step < 120; step++) await page.mouse.wheel(0, step < 80 ? 360 : -720);
  await awaitRows(page);
}

async function sortLabels(page: Page): Promise<void> {
  for (const name of ['p95', 'Mean', 'Errors', 'Label', 'Samples']) {
    await table(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await awaitRows(page);
  }
}

async function searchLabels(page: Page): Promise<void> {
  const field = page.getByLabel('Search labels');
  for (const text of ['checkout', 'item-01', '']) {
    await field.fill('');
    await field.pressSequentially(text, { delay: 60 });
    await awaitRows(page);
  }
}

async function moveCursor(page: Page): Promise<void> {
  await chart(page).scrollIntoViewIfNeeded();
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('The chart is not in view.');
  for (let step = 0; step < 240; step++)
    await page.mouse.move(box.x + 90 + ((box.width - 130) * (step % 80)) / 80, box.y + 40 + (step % 30));
}

async function zoom(page: Page): Promise<void> {
  for (const [from, to] of [
    [0.2, 0.7],
    [0.4, 0.5],
  ] as const) {
    await chart(page).scrollIntoViewIfNeeded();
    const box = await chart(page).boundingBox();
    if (!box) throw new Error('The chart is not in view.');
    const before = page.url();
    await page.mouse.move(box.x + box.width * from, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 60, { steps: 20 });
    const answered = page.waitForResponse((answer) => answer.url().includes('/labels'), {
      timeout: timeoutMs,
    });
    await page.mouse.up();
    await answered;
    await awaitRows(page);
    if (page.url() === before) throw new Error('The drag selected nothing.');
    await chart(page).focus();
    await page.keyboard.press('Escape');
    await awaitRows(page);
  }
}
