import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { quick, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();

const form = `<!doctype html><title>Form page</title>
<h1 id="head">Hello <b>World</b></h1>
<a href="/next">Go forward</a> <a href="/other">Go elsewhere</a>
<p id="hidden" style="visibility:hidden">Secret text</p><p id="none" style="display:none">Gone text</p><p id="shown">Shown text</p>
<form><input id="name" name="user" value="old"><textarea id="area">long</textarea>
<input type="checkbox" id="box"><label for="box">Box</label>
<button type="button" id="button" onclick="document.title='clicked ' + event.detail" ondblclick="document.title='double'">Press</button>
<button type="button" id="off" disabled>Off</button>
<select id="one"><option value="a">Alpha</option><option value="b">Beta</option><option value="c" label="Third">Gamma</option></select>
<select id="many" multiple><option value="1">One</option><option value="2">Two</option></select>
<input type="file" id="file"></form>
<ul><li class="x">1</li><li class="x">2</li><li class="x">3</li></ul>
<div id="log"></div>
<script>one.addEventListener('change', () => { log.textContent += 'change ' + one.value + ';'; });</script>`;

/** Runs one step on the form page and returns its output; the step must pass. */
async function tryOut(body: string, more = ''): Promise<string[]> {
  const ran = await bench.run(`
    import { step, By, Until, Key, MouseButtons, Device, BaseLocator } from '@flood/element';
    import assert from 'assert';
    ${quick}
    ${more}
    export default () => {
      step('It', async browser => {
        await browser.visit('ORIGIN/form');
        ${body}
      });
    };`);
  assert.equal(ran.end.error, null);
  assert.equal(ran.steps[0]?.errorText, '');
  return ran.logs.filter((line) => line.startsWith('script')).map((line) => line.replace('script log: ', ''));
}

describe('the API of a browser script', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/form'] = form;
    bench.pages['/next'] = '<title>Next</title>next';
  });
  after(() => bench.stop());

  it('finds elements with every locator of By', async () => {
    const lines = await tryOut(`
      const ways = [By.css('#head'), By.id('head'), By.id('#head'), By.nameAttr('user'), By.attr('input', 'type', 'checkbox'),
        By.tagName('h1'), By.xpath('//h1'), By.linkText('Go forward'), By.partialLinkText('else'), By.visibleText('Shown'),
        By.partialVisibleText('Shown t'), By.js(() => document.querySelector('h1')), By.js(s => document.querySelector(s), '#box'),
        By.js("document.querySelector('#area')"), '#name'];
      for (const way of ways) console.log(await (await browser.findElement(way)).tagName());
      console.log((await browser.findElements(By.css('.x'))).length, (await browser.findElements(By.xpath('//li'))).length,
        (await browser.findElements(By.visibleText('Shown'))).length, (await browser.findElements(By.visibleText('Shown text'))).length,
        (await browser.findElements(By.js(() => document.querySelectorAll('li')))).length,
        (await browser.findElements(By.partialLinkText('Go'))).length);
      console.log(await browser.maybeFindElement(By.visibleText('Secret')), await browser.maybeFindElement('#nothing'), await browser.maybeFindElement(null));
    `);
    assert.deepEqual(lines, [
      ...'H1 H1 H1 INPUT INPUT H1 H1 A A P P H1 INPUT TEXTAREA INPUT'.split(' '),
      '3 3 0 1 3 2',
      'null null null',
    ]);
  });

  it('accepts custom locators', async () => {
    const lines = await tryOut(
      `
      class Nth extends BaseLocator {
        constructor(n) {
          super({ pageFunc: n => document.querySelectorAll('li')[n], pageFuncMany: n => [document.querySelectorAll('li')[n]], pageFuncArgs: [n] }, 'li number ' + n);
        }
      }
      console.log(await (await browser.findElement(new Nth(1))).text());
      await browser.wait(Until.elementTextIs(new Nth(2), '3'));
      try { await browser.findElement(new Nth(7)); } catch (error) { console.log(error.message, error.data._kind); }
    `,
    );
    assert.deepEqual(lines, ['2', "No element was found on the page using 'li number 7' locator"]);
  });

  it('reads and changes elements through their handles', async () => {
    const lines = await tryOut(`
      const name = await browser.findElement(By.id('name'));
      console.log(await name.getId(), await name.getAttribute('name'), await name.getAttribute('nothing'), await name.getProperty('value'));
      await name.clear(); await name.type('abc'); await name.sendKeys('d', Key.BACK_SPACE, 'e');
      console.log(await name.getProperty('value'), await name.isEnabled(), await name.isDisplayed(), await name.isSelectable());
      const box = await browser.findElement('#box');
      await box.click();
      console.log(await box.isSelected(), await box.isSelectable(), await (await browser.findElement('#off')).isEnabled(), await (await browser.findElement('#none')).isDisplayed());
      const list = await browser.findElement('ul');
      console.log((await list.findElements('li')).length, await (await list.findElement(By.css('li:last-child'))).text(), await list.findElement('h1'));
      const size = await list.size(); const where = await list.location(); const center = await list.centerPoint();
      console.log(size.width > 0, center[0] === Math.round(where.x + size.width / 2), list.toErrorString());
      await list.highlight(); await list.clearHighlights(); await list.dispose();
      const active = await browser.switchTo().activeElement();
      console.log(await active.getId());
    `);
    assert.deepEqual(lines, [
      'name user null old',
      'abce true true false',
      'true true false false',
      '3 3 null',
      "true true By.css('ul')",
      'box',
    ]);
  });

  it('clicks, types, presses, selects and clears', async () => {
    const lines = await tryOut(`
      await browser.click(By.id('button'), { button: MouseButtons.LEFT, delay: 0.5 });
      console.log(await browser.title());
      await browser.doubleClick('#button');
      console.log(await browser.title());
      await browser.clear('#name'); await browser.type('#name', 'Zed', { delay: 1 }); await browser.press('End'); await browser.sendKeys('!', Key.HOME, '>');
      await browser.sendKeyCombinations(Key.SHIFT, 'a');
      await browser.clear('#area');
      console.log(await browser.evaluate(() => document.querySelector('#name').value), await browser.evaluate((a, b, c) => a + b + c.length, 1, 2, 'xyz'),
        await browser.evaluate("document.querySelector('#area').value.length"), await browser.evaluate(el => el.id, await browser.findElement('h1')));
      console.log(await browser.selectByValue('#one', 'b'), await browser.selectByIndex('#one', '2'), await browser.selectByText('#one', 'Third'), await browser.selectByText('#one', 'Alpha'));
      console.log(await browser.selectByValue('#many', '1', '2'));
      console.log(await browser.extractText('#log'));
      try { await browser.selectByValue('h1', 'x'); } catch (error) { console.log(error.message.includes('Element is not a <select> element.')); }
      await browser.focus('#name'); await browser.blur('#name');
      console.log(await browser.evaluate(() => document.activeElement.tagName));
      await browser.keyboard.type(''); await browser.keyboard.sendCharacter('');
      console.log(browser.url === browser.getUrl(), browser.getMimeType('a/b.pdf'), browser.getMimeType('x.unknown'));
    `);
    assert.deepEqual(lines, [
      'clicked 1',
      'double',
      '>AZed! 6 0 head',
      "[ 'b' ] [ 'c' ] [ 'c' ] [ 'a' ]",
      "[ '1', '2' ]",
      'change b;change c;change c;change a;',
      'true',
      'BODY',
      'true application/pdf false',
    ]);
  });

  it('moves the mouse, scrolls and drags', async () => {
    const lines = await tryOut(`
      const button = await browser.findElement('#button');
      await browser.mouse.click(button); console.log(await browser.title());
      const [x, y] = await button.centerPoint();
      await browser.evaluate(() => { document.title = ''; });
      await browser.mouse.click(x, y); console.log(await browser.title());
      await browser.mouse.move(x, y, { steps: 2 }); await browser.mouse.down(); await browser.mouse.up(); await browser.mouse.drag([1, 1], [5, 5]);
      await browser.evaluate(() => { document.body.style.height = '5000px'; document.body.style.width = '4000px'; });
      await browser.scrollTo('bottom'); const bottom = await browser.evaluate(() => scrollY);
      await browser.scrollTo('top'); await browser.scrollBy(0, 'window.innerHeight');
      console.log(bottom > 3000, await browser.evaluate(() => scrollY === innerHeight));
      await browser.scrollTo([10, 20]); console.log(await browser.evaluate(() => [scrollX, scrollY].join()));
      await browser.scrollTo(By.id('head')); await browser.scrollTo('right'); await browser.scrollTo('left');
      try { await browser.scrollBy(1, 1, { behavior: 'wild' }); } catch (error) { console.log(error.message); }
      await browser.evaluate(() => { log.addEventListener('drop', event => { log.textContent = event.dataTransfer.getData('text'); });
        head.addEventListener('dragstart', event => event.dataTransfer.setData('text', 'dragged')); });
      await browser.drag(await browser.findElement('#head'), await browser.findElement('#log'));
      console.log(await browser.extractText('#log'));
    `);
    assert.deepEqual(lines, [
      'clicked 1',
      'clicked 1',
      'true true',
      '10,20',
      "The scroll behavior 'wild' is neither 'auto' nor 'smooth'",
      'dragged',
    ]);
  });
});
