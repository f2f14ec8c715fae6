import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createApiModule } from './api/api-module.ts';
import { Browser } from './api/browser.ts';
import { By } from './api/by.ts';
import { DataFeed } from './api/data/feed.ts';
import { ElementHandle } from './api/element-handle.ts';
import { Until } from './api/until.ts';
import { ScriptBench, testIdentity } from './script.fixture.ts';

const bench = new ScriptBench();
const typings = readFileSync(join(import.meta.dirname, 'element.d.ts'), 'utf8');

/** Compiler output for a script with the typings next to it. */
async function check(source: string): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    types: [],
  };
  const folder = await bench.folder({
    'script.ts': source,
    'element.d.ts': typings,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['.'] }),
  });
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout;
}

/** Names of the members of an interface or constant in the typings. */
function membersOf(declaration: string): string[] {
  const body = typings.slice(typings.indexOf(declaration)).split(/\n {2}\};?\n/)[0] ?? '';
  return [...body.matchAll(/^ {4}(?:readonly )?(\w+)[?]?(?:<[^>]*>)?[(:]/gm)].map((found) => found[1] ?? '');
}

const methodsOf = (type: { prototype: object }) =>
  Object.getOwnPropertyNames(type.prototype).filter((name) => name !== 'constructor');

describe('the typings of browser scripts', () => {
  after(() => bench.stop());

  it('accept a typical script', async () => {
    const text = await check(`
      import { step, beforeAll, By, Until, Key, Device, ENV, TestData, TestSettings, Browser, Driver, Locator, ElementHandle, RecoverWith, MouseButtons, setup, suite } from '@flood/element';
      import { internet } from 'faker';
      export const settings: TestSettings = { duration: '5m', loopCount: 3, actionDelay: '1s', device: Device.iPhoneX, waitUntil: 'visible', screenshotOnFailure: true };
      interface Row { user: string }
      TestData.fromCSV<Row>('users.csv').filter((row, index, id) => row.user !== id).circular(false).as('users');
      setup({ stepDelay: 2 });
      export default () => {
        beforeAll(async browser => { await browser.wait(1); }, '10s');
        step('Open', async (browser: Browser, row: Row) => {
          await browser.visit('http://example.test/', { waitUntil: ['load', 'networkidle0'] });
          const link: Locator = By.partialLinkText('more');
          await browser.click(link, { button: MouseButtons.RIGHT });
          await browser.wait(Until.elementTextMatches(By.css('h1'), /x/));
          const found: ElementHandle = await browser.findElement('#x');
          await found.sendKeys(row.user, Key.ENTER); await browser.type(found, internet.email());
          await browser.switchTo().frame(null);
        });
        step.if(async browser => (await browser.title()) === 'x', 'Maybe', { waitTimeout: 5 }, async (driver: Driver) => { await driver.press(Key.TAB); });
        step.repeat(ENV.FLOOD_NODE_INDEX, 'Again', async () => {});
        step.recovery('Open', { tries: 2 }, async () => RecoverWith.RETRY);
      };
      export const old = suite(step => { step(async () => {}); });`);
    assert.equal(text, '');
  });

  it('report mistakes', async () => {
    const text = await check(`import { step, By, Until } from '@flood/element';
      export default () => { step('A', async browser => { await browser.clik('x'); await browser.wait(Until.elementIsVisble('x')); By.css(1); }); };`);
    assert.match(text, /'clik' does not exist/);
    assert.match(text, /'elementIsVisble' does not exist/);
    assert.match(text, /'number' is not assignable to parameter of type 'string'/);
  });

  it('name exactly the existing members', () => {
    const older = ['get', 'set'];
    const fields = ['mouse', 'keyboard', 'customContext'];
    assert.deepEqual(
      membersOf('export interface Browser {').sort(),
      [...methodsOf(Browser), ...fields].filter((name) => !older.includes(name)).sort(),
    );
    const locator = [
      'find',
      'findMany',
      'pageFunc',
      'pageFuncMany',
      'pageFuncArgs',
      'toErrorString',
      'toString',
    ];
    assert.deepEqual(
      membersOf('export interface ElementHandle extends').sort(),
      [...methodsOf(ElementHandle), 'element'].filter((name) => !locator.includes(name)).sort(),
    );
    assert.deepEqual(membersOf('export const Until: {').sort(), Object.keys(Until).sort());
    assert.deepEqual(membersOf('export const By: {').sort(), Object.keys(By).sort());
    const plan = {
      steps: [],
      recoveries: new Map(),
      setups: {},
      data: new DataFeed(),
      hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
    };
    const { api } = createApiModule({ plan, identity: testIdentity, folders: [], warn: () => {} });
    const values = [...typings.matchAll(/^ {2}export (?:const|function|class) (\w+)/gm)].map(
      (found) => found[1] ?? '',
    );
    assert.deepEqual(
      [...new Set(values)].filter((name) => name in api || !/^[a-z]+$/.test(name)).sort(),
      Object.keys(api).sort(),
    );
  });
});
