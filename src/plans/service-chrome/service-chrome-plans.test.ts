import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { checkPlan } from '../check-plan.ts';
import { readModuleText } from './module-text.ts';

const script = (imports = "import { step } from '@flood/element'") =>
  `${imports}\nexport default () => { step('one', async () => {}) }\n`;

function check(files: Record<string, string>, overrideParameters: string | null = null) {
  return checkPlan({
    tool: 'service-chrome',
    files: Object.entries(files).map(([name, text]) => ({ name, content: new TextEncoder().encode(text) })),
    overrideParameters,
    overrideHosts: null,
  });
}

function refuses(code: ErrorCode, pattern: RegExp, files: Record<string, string>, parameters?: string): void {
  assert.throws(
    () => check(files, parameters),
    (error) => error instanceof AppError && error.code === code && pattern.test(error.message),
  );
}

test('takes the one script among data files, types and packages', () => {
  const files = {
    'users.csv': 'a,b',
    'types.d.ts': "import { step } from '@flood/element'\nexport default step",
    'node_modules/left/index.js': "module.exports = require('@flood/element')",
    'shop.ts': script(),
  };
  assert.deepEqual(check(files), { planName: 'shop.ts', obstacles: null, warnings: [] });
});

test('prefers the file that imports the API over others with a default export', () => {
  assert.equal(check({ 'a.js': 'export default 1', 'b.js': script() }).planName, 'b.js');
  assert.equal(check({ 'only.js': 'module.exports = function () {}' }).planName, 'only.js');
  assert.equal(check({ 'old.ts': script("import { suite } from '@flood/chrome'") }).planName, 'old.ts');
});

test('does not choose a page object as the script, with or without a default export', () => {
  const page = "import { By } from '@flood/element'\nexport const button = By.id('x')\n";
  const main = script("import { step } from '@flood/element'\nimport { button } from './pages/login'");
  assert.equal(check({ 'pages/login.ts': page, 'main.ts': main }).planName, 'main.ts');
  const withDefault = `${page}export default button\n`;
  assert.equal(check({ 'pages/login.ts': withDefault, 'main.ts': main }).planName, 'main.ts');
});

test('lists several scripts with a hint on how to choose', () => {
  const files = { 'a.ts': script(), 'sub/b.ts': script() };
  refuses('plan_ambiguous', /a\.ts, sub\/b\.ts.*-Dscript=a\.ts/, files);
  assert.equal(check(files, '-Dscript=b.ts').planName, 'sub/b.ts');
  assert.equal(check(files, '-Jscript=a.ts').planName, 'a.ts');
  refuses('plan_missing', /The script c\.ts in override_parameters was not uploaded/, files, '-Dscript=c.ts');
});

test('refuses uploads without a script, and a script without a default export', () => {
  refuses('plan_missing', /none of the files.*notes\.txt/, { 'notes.txt': 'hello' });
  refuses('plan_broken', /x\.ts has no default export/, { 'x.ts': "import { step } from '@flood/element'" });
});

test('names data files that were not uploaded', () => {
  const using = (call: string) => `${script("import { step, TestData } from '@flood/element'")}${call}\n`;
  refuses('plan_broken', /needs the data file users\.csv/, {
    'a.ts': using("TestData.fromCSV('users.csv')"),
  });
  refuses('plan_broken', /users\*\.csv/, {
    'a.ts': using("TestData.fromCSV<Row>('users*.csv')"),
    'a.csv': '',
  });
  const there = { 'users1.csv': '', 'rows.json': '' };
  const calls = "TestData.fromCSV('users*.csv'); TestData.fromJSON('./rows.json'); TestData.fromCSV(name)";
  assert.deepEqual(check({ 'a.ts': using(calls), ...there }).warnings, []);
  assert.deepEqual(check({ 'a.ts': using("// TestData.fromCSV('gone.csv')") }).warnings, []);
  const making = using("fs.writeFileSync('made.csv', ''); TestData.fromCSV('made.csv')");
  assert.match(check({ 'a.ts': making }).warnings.join(), /made\.csv/);
});

test('names missing files and packages that a script imports', () => {
  const importing = (from: string) =>
    script(`import { step } from '@flood/element'\nimport x from '${from}'\nx()`);
  refuses('plan_broken', /a\.ts imports \.\/helpers, which was not uploaded/, {
    'a.ts': importing('./helpers'),
  });
  refuses('plan_broken', /the package lodash.*node_modules/, { 'a.ts': importing('lodash/fp') });
  for (const known of ['faker', 'assert', 'fs', 'node:crypto', '@flood/chrome']) {
    assert.deepEqual(check({ 'a.ts': importing(known) }).warnings, []);
  }
  const packed = { 'shop/a.ts': importing('lodash/fp'), 'shop/node_modules/lodash/fp.js': '' };
  assert.equal(check(packed).planName, 'shop/a.ts');
  const helper = { 'a.ts': importing('./helpers'), 'helpers.js': "const y = require('@x/y/z')" };
  refuses('plan_broken', /helpers\.js imports the package @x\/y/, helper);
  assert.match(check({ ...helper, 'tsconfig.json': '{}' }).warnings.join(), /@x\/y/);
});

test('reads imports as written, and none in comments and strings', () => {
  const { imports } = readModuleText(
    new TextEncoder().encode(`
      import a, {
        b,
      } from "one"
      import * as c from 'two'; import 'three'
      export { d } from './four'
      import type { E } from 'five'
      const f = require( 'six' ), g = await import('seven')
      // import h from 'eight'
      /* require('nine') */
      const url = 'http://x' // require('ten')
      visit("https://import-from.example/")
    `),
  );
  assert.deepEqual(imports, ['one', 'two', './four', 'three', 'six', 'seven']);
});

test('ignores type-only imports of a TypeScript file, like its compiler', () => {
  const uses = (text: string) => `
    import { step, Browser } from '@flood/element'
    import { Page, Response as Answer } from 'puppeteer'
    import { type Row } from './rows'
    import * as types from 'some-types'
    enum Kind { Small }
    class Shop { constructor(private browser: Browser, private page: Page) {} }
    export default () => { step('x', async browser => { const rows: Row[] = []; let kind: types.Kind = { Page: 1 } as any; ${text} }) }`;
  assert.deepEqual(check({ 'a.ts': uses('') }).warnings, []);
  assert.deepEqual(check({ 'a.ts': uses(''), 'rows.ts': "import x from 'gone'\nx()" }).warnings, []);
  refuses('plan_broken', /^a\.ts imports the package puppeteer, [^.]*\. [^.]*\.$/, {
    'a.ts': uses('await Page.x()'),
  });
  // Text that is not TypeScript is bundled unchanged.
  refuses('plan_broken', /b\.js imports the package lodash/, {
    'a.ts': script("import { step } from '@flood/element'\nimport './b'"),
    'b.js': "import _ from 'lodash'",
  });
});

test('names the replacement of test()', () => {
  const old = "import { test, step, By } from '@flood/chrome'\ntest(() => { step('x', async () => {}) })\n";
  refuses('plan_broken', /old\.ts calls test\(\), which is no longer supported.*export default suite/, {
    'old.ts': old,
  });
  assert.deepEqual(
    check({
      'a.ts': script(
        "import { step } from '@flood/element'\nimport { step as test } from '@flood/chrome'\nconst ok = /x/.test('x')",
      ),
    }).warnings,
    [],
  );
});
