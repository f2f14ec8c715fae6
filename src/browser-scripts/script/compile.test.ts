import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { compileScript } from './compile.ts';
import { inspectScript } from './inspect.ts';
import { ScriptBench } from './script.fixture.ts';

const bench = new ScriptBench();

async function inspect(files: Record<string, string>) {
  const folder = await bench.folder(files);
  const script = await compileScript(Object.keys(files)[0] ?? '', folder);
  return { script, folder, ...(await inspectScript(script, folder)) };
}

async function complaint(files: Record<string, string>): Promise<string> {
  const error = await inspect(files).then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError && error.code === 'plan_broken', String(error));
  return error.message;
}

describe('compiling a browser script', () => {
  after(() => bench.stop());

  it('accepts every form of importing assert and faker, and types imported as values', async () => {
    const { steps } = await inspect({
      'script.ts': `
        import { step, TestSettings, Browser, Driver, Locator, Mouse, BrowserType } from '@flood/element';
        import assert from 'assert';
        import * as callable from 'assert';
        import { equal, strictEqual as same } from 'assert';
        import faker from 'faker';
        import * as everything from 'faker';
        import { internet, name, random } from 'faker';
        import * as fs from 'fs';
        import path from 'path';
        const settings: TestSettings = { notASetting: 1 as string };
        callable(true, 'is callable'); callable.equal(1, 1); assert(true); assert.equal(1, 1); equal(1, 1); same(1, 1);
        for (const each of [internet.email(), name.firstName(), faker.name.lastName(), everything.internet.userName()]) assert.equal(typeof each, 'string');
        assert.ok(random.number(99999) <= 99999);
        assert.ok(fs.existsSync(path.join(__dirname, 'script.ts')));
        export default async () => { same((await import('path')).sep, path.sep); step('A', async (browser: Browser) => {}); };`,
    });
    assert.deepEqual(steps, ['A']);
  });

  it('bundles relative files, JSON and packages next to the script, with decorators', async () => {
    const { steps, script } = await inspect({
      'tests/script.ts': `
        import { step } from '@flood/element';
        import { label } from './helpers';
        import old = require('../lib/old');
        import words from './words.json';
        import { pad } from 'padder';
        function twice(target: any, key: string, descriptor: PropertyDescriptor) { const own = descriptor.value; descriptor.value = () => own() + own(); }
        class Names { @twice give() { return 'x'; } }
        export default () => { step(pad(label), async () => {}); step(old.name, async () => {}); step(words[0], async () => {}); step(new Names().give(), async () => {}); };`,
      'tests/helpers.ts': `export enum Kind { A = 'first' }\nexport const label: string = Kind.A;`,
      'lib/old.js': `exports.name = 'second';`,
      'tests/words.json': '["third"]',
      'node_modules/padder/package.json': '{"name":"padder","main":"main.js"}',
      'node_modules/padder/main.js': `module.exports.pad = text => '-' + text;`,
    });
    assert.deepEqual(steps, ['-first', 'second', 'third', 'xx']);
    assert.equal(script.name, 'tests/script.ts');
  });

  it('accepts JavaScript in CommonJS and in modules, old suites and step as an argument', async () => {
    const commonJs = `const { step } = require('@flood/chrome'); exports.settings = { loopCount: 3 }; exports.default = () => { step('A', async b => {}); };`;
    const suites = `import { suite } from '@flood/chrome';\nexport default suite(step => { step('B', async b => {}); });`;
    const withData = `import { suite, TestData } from '@flood/chrome';\nexport default suite.withData(TestData.fromData([{ a: 1 }]), step => { step('C', async b => {}); });`;
    const argument = `export default function (step) { step('D', async b => {}); }`;
    assert.deepEqual((await inspect({ 'a.js': commonJs })).steps, ['A']);
    assert.equal((await inspect({ 'a.js': commonJs })).settings.loopCount, 3);
    assert.deepEqual((await inspect({ 'b.ts': suites })).steps, ['B']);
    assert.deepEqual((await inspect({ 'c.ts': withData })).steps, ['C']);
    assert.deepEqual((await inspect({ 'd.js': argument })).steps, ['D']);
  });

  it('reads the name from the first documentation comment unless the settings have one', async () => {
    const source = `import { step } from '@flood/element';\n/**\n * My test\n * of a shop\n *\n * in two lines\n */\nexport default () => step('A', async () => {});`;
    const named = await inspect({ 'a.ts': source });
    assert.deepEqual([named.script.title, named.script.description], ['My test', 'of a shop\nin two lines']);
    assert.equal(named.settings.name, 'My test');
    const own = await inspect({ 'a.ts': `${source}\nexport const settings = { name: 'Own' };` });
    assert.equal(own.settings.name, 'Own');
  });

  it('reports file, line, column and problem', async () => {
    assert.match(await complaint({ 'a.ts': `const x = 1;\nconst y = (;` }), /^a\.ts:2:12: /);
    assert.match(
      await complaint({ 'a.ts': `import './b';`, 'b.ts': `import { z } from 'zod';\nz();` }),
      /^b\.ts:1:19: Cannot find the package 'zod'; upload a zip that contains it in node_modules/,
    );
    assert.match(
      await complaint({ 'a.ts': `import './nothing';` }),
      /Cannot find '\.\/nothing' in the uploaded files/,
    );
    assert.match(await complaint({ 'a.ts': 'export const x = 1;' }), /must export a default function/);
    assert.match(
      await complaint({ 'a.ts': `\nexport default () => {\n  throw new TypeError('no good');\n};` }),
      /TypeError: no good \(a\.ts:3:9\)/,
    );
    assert.match(
      await complaint({ 'a.ts': `import { step } from '@flood/element'; export default () => step();` }),
      /without arguments/,
    );
    assert.match(
      await complaint({
        'a.ts': `import { test } from '@flood/chrome';\nexport default test(step => step('x', async () => {}));`,
      }),
      /test\(\) is no longer supported\. Use "export default suite\(.* \(a\.ts:2:\d+\)/,
    );
  });

  it('cannot read files other than the uploaded ones', async () => {
    assert.match(
      await complaint({ 'a.ts': `import 'playwright-core';` }),
      /Cannot find the package 'playwright-core'/,
    );
    assert.match(await complaint({ 'a.ts': `import '/etc/hostname';` }), /in the uploaded files/);
    const folder = await bench.folder({ 'inner/a.ts': `import '../secret';`, 'secret.ts': '' });
    await assert.rejects(compileScript('a.ts', join(folder, 'inner')), /in the uploaded files/);
    await mkdir(join(folder, 'linked'));
    await symlink(join(folder, 'secret.ts'), join(folder, 'linked/secret.ts'));
    await writeFile(join(folder, 'linked/a.ts'), `import './secret';`);
    await assert.rejects(compileScript('a.ts', join(folder, 'linked')), /in the uploaded files/);
    await assert.rejects(
      compileScript('secret.ts', join(folder, 'linked')),
      /is outside of the uploaded files/,
    );
  });

  it('uses a tsconfig of the script and ignores those above the files', async () => {
    const folder = await bench.folder({
      'tsconfig.json': '{ this is no JSON',
      'files/a.ts': `import { b } from '@lib/b';\nimport { step } from '@flood/element';\nexport default () => step(b, async () => {});`,
      'files/tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["lib/*"] } } }',
      'files/lib/b.ts': `export const b = 'from paths';`,
      'bare/a.ts': `import { step } from '@flood/element';\nexport default () => step('bare', async () => {});`,
    });
    const script = await compileScript('a.ts', join(folder, 'files'));
    assert.deepEqual((await inspectScript(script, join(folder, 'files'))).steps, ['from paths']);
    const bare = await compileScript('a.ts', join(folder, 'bare'));
    assert.deepEqual((await inspectScript(bare, join(folder, 'bare'))).steps, ['bare']);
  });

  it('warns of steps with the same name, unknown values and missing data', async () => {
    const { steps, warnings } = await inspect({
      'a.ts': `import { step, TestData } from '@flood/element';
        export const settings = { browser: 'lynx' };
        TestData.fromCSV('users.csv');
        export default () => { step('A', async () => {}); step('A', async () => {}); step(async () => {}); step({ tries: 2 }, async () => {}); };`,
    });
    assert.deepEqual(steps, ['A', 'global']);
    assert.equal(warnings.length, 4);
    assert.ok(warnings.includes('Duplicate step name: A, skipping step'));
    assert.ok(warnings.some((text) => text.includes(`'users.csv' is not among the files`)));
  });

  it('prevents a script from loading modules of Spate', async () => {
    const refused = (code: string) => complaint({ 'a.ts': `export default () => { ${code} };` });
    assert.match(await refused(`require(['playwright', 'core'].join('-'))`), /Cannot find module/);
  });
});
