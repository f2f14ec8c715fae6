import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { quick, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();

const page = `<!doctype html><title>Before</title>
<p id="text">one</p><p id="empty"></p><p id="hidden" style="display:none">x</p><p id="goes">y</p>
<input id="field" disabled><input type="checkbox" id="box"><select><option id="option">o</option></select>
<div id="list"><i>1</i></div><iframe name="inner" src="/inner"></iframe><button id="ask" onclick="document.title = String(confirm('Sure?'))">ask</button>
<script>
const later = (change) => setTimeout(change, 100);
function go() { later(() => {
  text.textContent = ' Two Words '; empty.textContent = 'full'; hidden.style.display = 'block'; goes.remove();
  field.disabled = false; box.checked = true; option.selected = true; list.innerHTML += '<i>2</i>';
  document.title = 'After It'; history.pushState(null, '', '/Later?x=1');
}); }
</script>`;

/** Runs conditions in sequence on a page that changes after a short time. */
async function waits(conditions: string[], options = ''): Promise<string[]> {
  const ran = await bench.run(`
    import { step, By, Until } from '@flood/element';
    ${quick}
    export default () => {
      step('It', ${options} async browser => {
        await browser.visit('ORIGIN/page');
        await browser.evaluate('go()');
        ${conditions.map((each) => `await browser.wait(Until.${each}); console.log(${JSON.stringify(each)});`).join('\n')}
      });
    };`);
  assert.equal(ran.steps[0]?.errorText, '');
  return ran.logs.filter((line) => line.startsWith('script')).map((line) => line.replace('script log: ', ''));
}

describe('waiting for conditions', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/page'] = page;
    bench.pages['/inner'] = '<h2>inside</h2>';
  });
  after(() => bench.stop());

  it('waits for every condition of elements, title and address', async () => {
    const conditions = [
      `elementIsVisible('#hidden')`,
      `elementIsNotVisible(By.id('goes'))`,
      `elementLocated(By.css('#list i:nth-child(2)'))`,
      `elementsLocated('#list i', 2)`,
      `elementIsEnabled('#field')`,
      `elementIsDisabled({ ...By.id('field'), pageFunc: () => ({ disabled: true }), pageFuncArgs: [], toErrorString: () => 'own' })`,
      `elementIsSelected('#box')`,
      `elementIsSelected('#option')`,
      `elementTextIs('#text', 'Two Words')`,
      `elementTextIsNot('#text', 'one')`,
      `elementTextContains('#text', 'Words')`,
      `elementTextDoesNotContain('#text', 'one')`,
      `elementTextMatches('#text', /two w/i)`,
      `elementTextDoesNotMatch('#text', /^one/)`,
      `titleIs(' After It ')`,
      `titleIsNot('Before')`,
      `titleContains('fter')`,
      `titleDoesNotContain('Before')`,
      `titleMatches(/^after/i)`,
      `titleDoesNotMatch(/^after/)`,
      `urlIs('${bench.origin}/later?X=1')`,
      `urlIsNot('${bench.origin}/page')`,
      `urlContains('LATER')`,
      `urlDoesNotContain('page')`,
      `urlMatches(/x=\\d/)`,
      `urlDoesNotMatch(/later/)`,
    ];
    assert.equal((await waits(conditions)).length, conditions.length);
  });

  it('fails after the timeout, with the condition and the line of the script', async () => {
    const ran = await bench.run(`
      import { step, Until } from '@flood/element';
      ${quick}
      export default () => {
        step('Slow', { waitTimeout: '300ms' }, async browser => {
          await browser.visit('ORIGIN/page', { timeout: 5000 });
          for (const condition of [Until.elementTextIs('#empty', ''), Until.elementIsNotSelected('#text'), Until.ableToSwitchToFrame('none')]) {
            try { await browser.wait(condition); console.log('passed'); } catch (error) { console.log(error.data._kind, error.data.kind); }
          }
          await browser.wait(Until.elementIsVisible('#hidden'));
        });
      };`);
    assert.deepEqual(
      ran.logs.filter((line) => line.startsWith('script')),
      Array(3).fill('script log: action wait-timeout'),
    );
    assert.equal(
      ran.steps[0]?.message,
      "wait timed out after 300 ms waiting for By.css('#hidden') to be visible (script.ts:10:25)",
    );
  });

  it('switches to a frame when it exists', async () => {
    const ran = await bench.run(`
      import { step, Until, By } from '@flood/element';
      ${quick}
      export default () => {
        step('Frame', async browser => {
          await browser.visit('ORIGIN/page');
          await browser.wait(Until.ableToSwitchToFrame('inner'));
          console.log(await (await browser.findElement('h2')).text());
        });
      };`);
    assert.deepEqual(ran.logs, ['script log: inside']);
  });

  it('returns dialogs, before and after the click that opens them, and dismisses unexpected ones', async () => {
    const ran = await bench.run(`
      import { step, Until } from '@flood/element';
      ${quick}
      export default () => {
        step('Dialogs', async browser => {
          await browser.visit('ORIGIN/page');
          await browser.click('#ask');
          const dialog = await browser.wait(Until.alertIsPresent());
          console.log(dialog.message());
          await dialog.accept();
          await browser.wait(Until.titleIs('true'));
          const click = browser.click('#ask');
          const second = await browser.wait(Until.alertIsPresent());
          await second.accept(); await click;
          await browser.evaluate(() => { document.title = ''; });
          await browser.click('#ask');
          await browser.wait(Until.titleIs('false'));
          browser.page.on('dialog', each => each.accept());
          await browser.click('#ask');
          await browser.wait(Until.titleIs('true'));
        });
        step('None', { waitTimeout: '100ms' }, async browser => {
          console.log(await browser.wait(Until.alertIsPresent()));
        });
      };`);
    assert.deepEqual(
      ran.steps.map(({ errorText }) => errorText),
      ['', ''],
    );
    assert.deepEqual(ran.logs, ['script log: Sure?', 'script log: null']);
  });

  it('waits before actions according to the settings', async () => {
    const body = `await browser.visit('ORIGIN/page'); await browser.evaluate('go()'); await browser.type('#field', 'x'); console.log('typed');
      await browser.click(By.css('#list i:nth-child(2)')); await browser.selectByIndex('select', 0);`;
    const ran = await bench.run(`
      import { step, By } from '@flood/element';
      export const settings = { actionDelay: '0s', stepDelay: '0s', waitTimeout: '30s', waitUntil: 'ready' };
      export default () => {
        step('Ready', { waitUntil: 'visible' }, async browser => { await browser.visit('ORIGIN/page'); await browser.evaluate('go()'); await browser.click('#hidden'); });
        step('Off', { waitUntil: false }, async browser => {
          await browser.visit('ORIGIN/page');
          try { await browser.findElement('#list i:nth-child(2)'); } catch (error) { console.log(error.data.kind); }
        });
        step('Present', { waitUntil: 'present' }, async browser => { ${body} });
      };`);
    assert.deepEqual(
      ran.steps.map(({ errorText }) => errorText),
      ['', '', ''],
    );
    assert.deepEqual(ran.logs, ['script log: element-not-found', 'script log: typed']);
  });
});
