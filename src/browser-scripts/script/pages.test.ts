import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { quick, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();

/** Runs one step and returns its output; the step must pass. */
async function tryOut(body: string): Promise<string[]> {
  const ran = await bench.run(`
    import { step, By, Until, Key, Device } from '@flood/element';
    ${quick}
    export default () => { step('It', async browser => { ${body} }); };`);
  assert.equal(ran.steps[0]?.errorText, '');
  return ran.logs.filter((line) => line.startsWith('script')).map((line) => line.replace('script log: ', ''));
}

describe('frames, pages and the older page', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/outer'] =
      '<title>Outer</title><h1>outer</h1><iframe name="first" src="/inner?1"></iframe><iframe id="second" src="/inner?2"></iframe><a href="/new" target="_blank">open</a>';
    bench.pages['/inner'] = '<h2>inner</h2><input id="field">';
    bench.pages['/new'] = '<title>New</title><h1>new</h1>';
    bench.pages['/strict'] = (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "script-src 'none'",
      });
      response.end('<title>Strict</title><p id="text">strict</p>');
    };
    bench.pages['/auth'] = (request, response) => {
      const isKnown = request.headers.authorization === `Basic ${btoa('ann:secret')}`;
      response.writeHead(isKnown ? 200 : 401, {
        'www-authenticate': 'Basic realm="x"',
        'content-type': 'text/html',
      });
      response.end(isKnown ? '<title>In</title>' : '<title>Out</title>');
    };
    bench.pages['/headers'] = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] });
      response.end(
        `<pre id="seen">${request.headers['user-agent']}|${request.headers['x-extra'] ?? ''}</pre>`,
      );
    };
  });
  after(() => bench.stop());

  it('works within frames by index, name, id and element until it switches back', async () => {
    const lines = await tryOut(`
      await browser.visit('ORIGIN/outer');
      for (const which of [0, 'first', 'second', await browser.findElement('#second')]) {
        await browser.switchTo().frame(which);
        await browser.type('#field', String(typeof which));
        console.log(await browser.extractText('h2'), await browser.evaluate(() => document.querySelector('#field').value), await browser.maybeFindElement('h1'));
        await browser.switchTo().defaultContent();
      }
      await browser.switchTo().frame(1); await browser.switchTo().frame(null);
      console.log(await browser.extractText('h1'), browser.frames.length, browser.target === browser.page.mainFrame());
      for (const wrong of ['none', 9, await browser.findElement('h1')]) {
        try { await browser.switchTo().frame(wrong); } catch (error) { console.log(error.message); }
      }
      await browser.switchTo().frame(0);
      await browser.page.evaluate(() => document.querySelector('iframe').remove());
      try { await browser.findElement('h2'); } catch (error) { console.log(error.message); }
      console.log(await browser.extractText('h1'));
    `);
    assert.deepEqual(lines, [
      'inner number null',
      'inner numberstring null',
      'inner string null',
      'inner stringobject null',
      'outer 3 true',
      "No frame has the name or id 'none'",
      'No frame has the index 9',
      'The element to switch to is not a frame',
      'Frame is detached',
      'outer',
    ]);
  });

  it('follows the current page through navigations', async () => {
    const lines = await tryOut(`
      await browser.visit('ORIGIN/outer');
      await browser.click(By.linkText('open'));
      const page = await browser.waitForNewPage();
      console.log(await browser.title(), page === browser.page, browser.pages.length, (await browser.pages).length);
      await browser.switchTo().page(0); console.log(await browser.title());
      await browser.switchTo().page(page); console.log(await browser.title());
      await page.close(); console.log(await browser.title());
      console.log((await browser.navigationTiming()).entryType, (await browser.performanceTiming()).navigationStart > 0, Array.isArray(await browser.paintTiming()), await browser.interactionTiming());
    `);
    assert.deepEqual(lines, ['New true 2 2', 'Outer', 'New', 'Outer', 'navigation true true 0']);
  });

  it('evaluates and waits on pages that allow no scripts', async () => {
    const lines = await tryOut(`
      await browser.visit('ORIGIN/strict');
      await browser.wait(Until.elementTextIs(By.visibleText('strict'), 'strict'));
      console.log(await browser.evaluate((a, b) => a + b, 1, 2));
    `);
    assert.deepEqual(lines, ['3']);
  });

  it('authenticates, sends headers, emulates devices and reads cookies', async () => {
    const lines = await tryOut(`
      await browser.authenticate('ann', 'secret'); await browser.visit('ORIGIN/auth'); console.log(await browser.title());
      await browser.authenticate();
      await browser.setUserAgent('Mine/1'); await browser.setExtraHTTPHeaders({ 'x-extra': 'yes' });
      await browser.visit('ORIGIN/headers'); console.log(await browser.extractText('#seen'));
      console.log((await browser.getCookies()).length, (await browser.getCookies({ names: 'a' })).length, (await browser.getCookies({ urls: ['http://other.test'] })).length);
      await browser.clearBrowserCookies(); console.log((await browser.getCookies()).length);
      await browser.clearBrowserCache(); await browser.setCacheDisabled(); await browser.setCacheDisabled(false);
      await browser.setViewport({ width: 500, height: 400 }); console.log(await browser.evaluate(() => innerWidth + 'x' + innerHeight));
      for (const device of [Device.iPhoneX, Device['iPhone 5'], 'Pixel 2', 'iPad landscape']) {
        await browser.emulateDevice(device); await browser.visit('ORIGIN/headers');
        console.log(await browser.evaluate(() => screen.width + 'x' + screen.height + '@' + devicePixelRatio), /Mobile/.test(await browser.extractText('#seen')));
      }
      try { await browser.emulateDevice('Toaster'); } catch (error) { console.log(error.message); }
      console.log(String(Device.pixel2XLLanscape), Device.iPadPro.viewport.width, browser.testData('x.csv').endsWith('/x.csv'));
    `);
    assert.deepEqual(lines, [
      'In',
      'Mine/1|yes',
      '2 1 0',
      '0',
      '500x400',
      '375x812@3 true',
      '320x568@2 true',
      '411x731@2.625 true',
      '1024x768@2 true',
      'Unknown device descriptor: Toaster',
      'Pixel 2 XL landscape 1024 true',
    ]);
  });

  it('supports calls of Puppeteer scripts on the page', async () => {
    const lines = await tryOut(`
      const page = (browser as any).page;
      await page.goto('ORIGIN/outer', { waitUntil: ['domcontentloaded', 'networkidle0'] });
      console.log(await page.evaluate((a, b) => a * b, 6, 7), (await page.$x('//h1')).length, await page.$eval('h1', (node, a, b) => node.textContent + a + b, '-', 1), await page.$$eval('iframe', nodes => nodes.length));
      await page.waitFor(10); await page.waitFor('h1'); await page.waitFor(() => true); await page.waitForXPath('//h1');
      await page.waitForSelector('h1', { visible: true }); await page.waitForSelector('h6', { hidden: true });
      await page.waitForFunction(wanted => document.title === wanted, { polling: 50, timeout: 60000 }, 'Outer');
      await page.setViewport({ width: 640, height: 480, deviceScaleFactor: 2 });
      console.log(await page.evaluate(() => [innerWidth, devicePixelRatio].join()));
      await page.setCookie({ name: 'k', value: 'v' }); console.log((await page.cookies()).map(({ name }) => name).join());
      await page.deleteCookie({ name: 'k' }); console.log((await page.cookies()).length);
      await page.setCacheEnabled(false); await page.setUserAgent('Old/1'); await page.authenticate({ username: 'ann', password: 'secret' });
      await page.goto('ORIGIN/auth'); console.log(await page.title()); await page.authenticate(null);
      await page.setRequestInterception(true);
      page.on('request', request => {
        if (request.url().endsWith('/new')) request.respond({ status: 200, contentType: 'text/html', body: '<title>Made up</title>' });
        else if (request.url().includes('/inner')) request.abort();
        else request.continue();
      });
      await page.goto('ORIGIN/new'); console.log(await page.title());
      await page.goto('ORIGIN/outer'); console.log(await page.title(), page.frames().length);
      await page.setRequestInterception(false);
      await page.goto('ORIGIN/new'); console.log(await page.title());
      const client = await page.target().createCDPSession(); console.log((await client.send('Browser.getVersion')).product.length > 0);
      await page.keyboard.press('Tab'); await page.mouse.move(1, 1);
    `);
    assert.deepEqual(lines, ['42 1 outer-1 2', '640,2', 'k', '0', 'In', 'Made up', 'Outer 3', 'New', 'true']);
  });

  it('supports the same calls on frames, regardless of how a script obtained them', async () => {
    const lines = await tryOut(`
      const page = (browser as any).page;
      await page.goto('ORIGIN/outer');
      const named = page.frames().find(frame => frame.name() === 'first');
      const ofElement = await (await page.$('#second')).contentFrame();
      for (const frame of [named, ofElement, browser.frames[1], page.mainFrame().childFrames()[1]]) {
        await frame.waitFor(1); await frame.waitFor('h2'); await frame.waitFor('//h2'); await frame.waitForXPath('//h2', { visible: true });
        await frame.waitFor(text => document.querySelector('h2').textContent === text, { timeout: 60000 }, 'inner');
        await frame.waitForSelector('h2', { visible: true }); await frame.waitForSelector('h1', { hidden: true });
        await frame.waitForFunction((a, b) => a + b === 3, { polling: 50, timeout: 60000 }, 1, 2);
        console.log(await frame.evaluate((a, b) => a * b, 6, 7), await frame.evaluate('1 + 1'), (await frame.$x('//h2')).length,
          await frame.$eval('h2', (node, a, b) => node.textContent + a + b, '-', 1), await frame.$$eval('input', (nodes, a) => nodes.length + a, 1),
          await (await frame.evaluateHandle((a, b) => ({ sum: a + b }), 1, 2)).evaluate(({ sum }) => sum));
      }
      const heading = await browser.findElement('h1');
      console.log(await page.mainFrame().evaluate((node, text) => node.textContent + text, heading, '!'), await page.evaluate((a, b) => a + b, 1, 2));
      await page.evaluate(() => new Promise(done => {
        const late = document.createElement('iframe'); late.name = 'late'; late.src = '/inner?3'; late.onload = done; document.body.append(late);
      }));
      const late = page.frames().find(frame => frame.name() === 'late');
      console.log(await late.evaluate((a, b) => location.search + a + b, 1, 2), await late.locator('h2').allInnerTexts());
      await late.goto('ORIGIN/new', { waitUntil: ['domcontentloaded', 'networkidle0'] }); console.log(await late.title());
      await page.evaluate(() => { document.body.innerHTML = '<select><option value="a">A<option value="b">B</select>' });
      console.log(await page.select('select', 'b'), await page.mainFrame().select('select', 'a'));
    `);
    const each = '42 2 1 inner-1 2 3';
    assert.deepEqual(lines, [
      ...[each, each, each, each],
      'outer! 3',
      "?312 [ 'inner' ]",
      'New',
      "[ 'b' ] [ 'a' ]",
    ]);
  });
});
