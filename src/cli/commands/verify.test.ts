import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needs } from '../../../test/support/needs.ts';
import { plan } from '../../../test/support/plan.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTarget, steadyPages } from '../demo/target.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const skip = needs('chromium');

interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function spate(cwd: string, args: string[]): Promise<Said> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: tmpdir() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Said = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text;
  });
  const [code] = await once(child, 'close');
  return { ...said, code };
}

const script = (steps: string) => `import { step } from '@flood/element'
import { greet } from './lib/greet'
import { rows } from 'a-package'
export const settings = { actionDelay: '0s', stepDelay: '0s' }
export default () => {
  ${steps}
}
`;

async function layScript(folder: string, steps: string): Promise<void> {
  const files = {
    'shop.ts': script(steps),
    'lib/greet.ts':
      "import { TestData } from '@flood/element'\nTestData.fromCSV('users.csv')\nexport const greet = (name: string) => 'hello ' + name\n",
    'users.csv': 'name\nAda\n',
    'unrelated/secret.txt': 'not for the script',
    'node_modules/a-package/package.json': '{ "main": "index.js", "dependencies": { "b-package": "1" } }',
    'node_modules/a-package/index.js': "exports.rows = require('b-package')",
    'node_modules/b-package/package.json': '{}',
    'node_modules/b-package/index.js': "module.exports = ['row']",
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

test('verify shows each step of a script once, with its imports, data, packages and parameters', {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  await layScript(
    folder,
    `step('Home', async (browser, data) => {
      await browser.visit(process.env.url + '/')
      console.log(greet(data.name), rows, require('fs').existsSync('unrelated/secret.txt'))
    })
    step.skip('Later', async () => {})`,
  );
  const { code, stdout, stderr } = await spate(folder, ['verify', 'shop.ts', '-D', `url=${target.url}`]);
  assert.equal(code, 0, stdout + stderr);
  assert.match(
    stdout,
    /^shop\.ts {2}one user, once, on Chromium [\d.]+, (in bubblewrap|without a sandbox)$/m,
  );
  assert.match(stdout, /visit "http:\/\/127\.0\.0\.1:\d+\/"/);
  assert.match(stdout, /hello Ada \[ 'row' \] false/);
  assert.match(stdout, /✓ Home {2}[\d,.]+ m?s {2}200 · 1 request/);
  assert.match(stdout, /– Later {2}skipped/);
  assert.match(stdout, /^✓ 1 passed, 0 failed, 1 not run, in /m);
  assert.equal(target.counts()['/']?.requests, 1);
});

test('verify ends with 1 when a step fails, and says where and where the screenshot is', {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  await layScript(
    folder,
    `step('Home', async (browser) => {
      await browser.visit('data:text/html,<p>sold out</p>')
      throw new Error('nothing to buy')
    })
    step('Buy', async () => {})`,
  );
  const { code, stdout } = await spate(folder, ['verify', 'shop.ts', '--results', 'kept']);
  assert.equal(code, 1, stdout);
  assert.match(stdout, /✗ Home[\s\S]*nothing to buy[\s\S]*shop\.ts:\d+/);
  assert.match(stdout, /– Buy {2}not run/);
  const screenshot = /screenshot: (.+)/.exec(stdout)?.[1] ?? '';
  assert.ok(screenshot.startsWith(join(folder, 'kept')) && existsSync(screenshot), screenshot);
  assert.match(await readFile(join(folder, 'kept/browser.log'), 'utf8'), /=!=> Failure in Home/);
});

test('verify says what is wrong with a script that cannot be compiled or lacks something', {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, 'broken.ts'),
    "import { step } from '@flood/element'\nexport default () => { step( }\n",
  );
  const broken = await spate(folder, ['verify', 'broken.ts']);
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /^spate: .*broken\.ts:2/);
  await writeFile(join(folder, 'lacking.ts'), "import x from 'nowhere'\nexport default () => x\n");
  const lacking = await spate(folder, ['verify', 'lacking.ts']);
  assert.equal(lacking.code, 1);
  assert.match(lacking.stderr, /the package nowhere/);
});

test('verify checks plans of other tools without running them', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'plan.jmx'), plan({ port: 1 }));
  const good = await spate(folder, ['verify', 'plan.jmx']);
  assert.deepEqual(
    [good.code, good.stdout],
    [
      0,
      "Spate's own engine runs it: everything in it is proven to do the same as in Apache JMeter.\n" +
        '✓ plan.jmx can be run with jmeter. It was checked, not run.\n',
    ],
  );
  await writeFile(join(folder, 'plan.jmx'), '<jmeterTestPlan>');
  const bad = await spate(folder, ['verify', 'plan.jmx']);
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /plan\.jmx/);
});
