import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Ran, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();

const shop = `<!doctype html><title>Shop</title><nav><a href="/shop?list">All things</a></nav>
<form action="/thanks"><select name="kind"><option value="s">Small</option><option value="l">Large</option></select>
<input type="text" name="mail"><input type="file" id="photo" onchange="seen.textContent = this.files.length + ' ' + this.files[0].name">
<span id="seen"></span>
<div style="position:relative"><input type="checkbox" id="agree"><label style="position:absolute;inset:0" for="agree">I agree</label></div>
<button type="submit">Buy now</button></form>`;

const passed = ({ steps }: Ran) => steps.map(({ label, errorText }) => `${label}${errorText}`);

describe('scripts in the styles of all versions', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/shop'] = shop;
    bench.pages['/thanks'] = '<title>Thanks</title><h2>Thank you</h2>';
  });
  after(() => bench.stop());

  it('runs a suite of the first version, with data and numeric times', async () => {
    const ran = await bench.run(
      {
        'shop.ts': `
        import { TestData, TestSettings, suite, By, Driver, Until, MouseButtons } from '@flood/chrome';
        import * as assert from 'assert';

        export const settings: TestSettings = { loopCount: 2, waitTimeout: 10, actionDelay: 0.01, stepDelay: 0.01, clearCache: true,
          device: 'Chrome Desktop Large', userAgent: 'I AM ROBOT', DOMSnapshotOnFailure: true };

        interface Row { mail: string; kind: string }
        /**
         * Shop
         * buys a thing
         */
        export default suite.withData(TestData.fromCSV<Row>('buyers.csv'), step => {
          step('Open', async (browser: Driver) => {
            await browser.visit('ORIGIN/shop');
            await browser.wait(Until.titleContains('Shop'));
            assert(await browser.evaluate(() => navigator.userAgent) === 'I AM ROBOT', 'is another browser');
          });
          step('Buy', async (browser: Driver, row: Row) => {
            await browser.selectByValue(By.nameAttr('kind'), row.kind);
            await browser.type(By.nameAttr('mail'), row.mail);
            await browser.click(By.visibleText('Buy now'), { button: MouseButtons.LEFT });
            await browser.wait(Until.elementIsVisible(By.css('h2')));
            assert.equal(await browser.extractText(By.css('h2')), 'Thank you');
            assert.ok(browser.url.includes('kind=' + row.kind + '&mail=' + row.mail));
          });
        });`,
        'buyers.csv': 'mail,kind\nann,s\nbob,l\n',
      },
      { loopCount: null },
    );
    assert.deepEqual(passed(ran), ['Open', 'Buy', 'Open', 'Buy']);
    assert.equal(ran.end.iterations, 2);
  });

  it('runs a script of the Puppeteer versions that uses the page', async () => {
    const ran = await bench.run({
      'shop.ts': `
      import { step, TestSettings, Browser, By, Until, Key, ElementHandle, Locator, Device, setup } from '@flood/element';
      import assert from 'assert';
      export const settings: TestSettings = { actionDelay: '10ms', stepDelay: '10ms', waitUntil: 'visible', ignoreHTTPSErrors: true, chromeVersion: 'stable' } as any;
      setup({ waitTimeout: '20s' });
      const buy: Locator = By.partialLinkText('All');
      export default () => {
        step('Open', async (browser: Browser) => {
          const page = (browser as any).page;
          await page.setViewport({ width: 1000, height: 700 });
          await browser.visit('ORIGIN/shop', { waitUntil: 'networkidle2' });
          await page.waitFor(20);
          const link: ElementHandle = await browser.findElement(buy);
          await Promise.all([browser.waitForNavigation(), link.click()]);
          assert.strictEqual(await page.evaluate((a, b) => location.search + a + b, 1, 2), '?list12');
        });
        step('Fill', { waitTimeout: 8 }, async browser => {
          const mail = await browser.findElement(By.nameAttr('mail'));
          await mail.focus(); await browser.sendKeys('x', 'y', Key.ARROW_LEFT, 'z');
          assert.equal(await mail.getProperty('value'), 'xzy');
          await (await browser.findElement('#photo')).uploadFile('photo.txt');
          await browser.wait(Until.elementTextIs('#seen', '1 photo.txt'));
          await browser.click('#agree');
          assert(await (await browser.findElement('#agree')).isSelected(), 'the label took the click');
        });
      };`,
      'photo.txt': 'light',
    });
    assert.deepEqual(passed(ran), ['Open', 'Fill']);
  });

  it('runs a script of the Playwright versions', async () => {
    const ran = await bench.run(
      {
        'shop.js': `
      import { step, By, Until, Device, TestData, RecoverWith, beforeEach, afterAll } from '@flood/element';
      export const settings = { browser: 'chromium', device: Device['iPhone X'], ignoreHTTPSError: true, actionDelay: '10ms', stepDelay: '10ms', loopCount: 2, responseTimeMeasurement: 'stepWithThinkTime' };
      TestData.fromJSON('mails.json').as('mails').circular();
      TestData.fromData([{ kind: 'l' }]).as('kinds');
      let isFirst = true;
      export default () => {
        beforeEach(async browser => { await browser.wait('10ms'); });
        step.once('Look', async browser => { await browser.visit('ORIGIN/shop'); await browser.scrollTo('bottom'); });
        step('Open', async browser => {
          if (isFirst) { isFirst = false; throw new Error('not yet'); }
          await browser.visit('ORIGIN/shop');
        });
        step.recovery('Open', async () => RecoverWith.RETRY);
        step('Buy', async (browser, { mails, kinds }) => {
          await browser.page.fill('[name=mail]', mails.mail);
          await browser.page.locator('select').selectOption(kinds.kind);
          await browser.page.click('text=Buy now');
          await browser.wait(Until.urlContains('mail=' + mails.mail));
          if (await browser.evaluate(() => screen.width) !== 375) throw new Error('no phone');
        });
        afterAll(async browser => { console.log(browser.getUrl().split('?')[1]); });
      };`,
        'mails.json': '[{"mail":"ann"},{"mail":"bob"}]',
      },
      { loopCount: null },
    );
    assert.deepEqual(
      ran.steps.map(({ label, isPassed, iteration }) => `${iteration} ${label} ${isPassed}`),
      ['1 Look true', '1 Open false', '1 Open true', '1 Buy true', '2 Open true', '2 Buy true'],
    );
    assert.deepEqual(ran.logs, ['script log: kind=l&mail=ann', 'script log: kind=l&mail=bob']);
    assert.deepEqual(ran.iterations, [true, true]);
  });
});
