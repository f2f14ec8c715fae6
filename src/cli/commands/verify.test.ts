import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';
import { needs } from '../../../test/support/needs.ts';
import { plan } from '../../../test/support/plan.ts';
import { testProgram } from '../../../test/support/programs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTarget, steadyPages } from '../../lib/demo-target.ts';

const main = testProgram('src/main.ts');
const skip = needs('chromium');

interface Output {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function spate(cwd: string, args: string[]): Promise<Output> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...inheritedVariables() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Output = { code: null, stdout: '', stderr: '' };
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

test('verify runs each step of a script once, with its imports, data, packages and parameters', {
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
    /^shop\.ts {2}one virtual user, one iteration, Chromium [\d.]+, (in bubblewrap|without a sandbox)$/m,
  );
  assert.match(stdout, /visit "http:\/\/127\.0\.0\.1:\d+\/"/);
  assert.match(stdout, /hello Ada \[ 'row' \] false/);
  assert.match(stdout, /✓ Home {2}[\d,.]+ m?s {2}200 · 1 request/);
  assert.match(stdout, /– Later {2}skipped/);
  assert.match(stdout, /^✓ 1 passed, 0 failed, 1 not run, in /m);
  assert.equal(target.counts()['/']?.requests, 1);
});

test('verify exits with 1 if a step fails, and prints the location and the screenshot', {
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

test('verify explains compile errors and missing packages', {
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
      '! No sampler has a response timeout (Home): a target that never responds blocks their virtual users until the run is stopped. Set one in HTTP Request Defaults.\n' +
        "Engine: Spate's own. Every plan element is verified to behave as in Apache JMeter.\n" +
        '✓ plan.jmx can be run with jmeter. The plan was checked, not run.\n',
    ],
  );
  await writeFile(join(folder, 'plan.jmx'), '<jmeterTestPlan>');
  const bad = await spate(folder, ['verify', 'plan.jmx']);
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /plan\.jmx/);
});

test('verify rejects invalid plans, and warns about thread groups without virtual users', async (t) => {
  const folder = await temporaryFolder(t);
  const verify = async (content: string) => {
    await writeFile(join(folder, 'plan.jmx'), content);
    return spate(folder, ['verify', 'plan.jmx']);
  };
  const module =
    '<ModuleController guiclass="ModuleControllerGui" testname="M"><collectionProp name="ModuleController.node_path"><stringProp name="0">Root</stringProp><stringProp name="1">Gone</stringProp></collectionProp></ModuleController><hashTree/>';
  const lost = await verify(plan({ port: 1 }).replace('<HTTPSamplerProxy', `${module}<HTTPSamplerProxy`));
  assert.equal(lost.code, 1);
  assert.match(lost.stderr, /> M: Its path does not lead to an element/);
  const deep = '<GenericController guiclass="g"/><hashTree>'.repeat(3000) + '</hashTree>'.repeat(3000);
  const nested = await verify(plan({ port: 1 }).replace('<HTTPSamplerProxy', `${deep}<HTTPSamplerProxy`));
  assert.equal(nested.code, 1);
  assert.match(nested.stderr, /^spate: plan\.jmx is nested more than 1,000 levels deep/);
  const idle = await verify(plan({ port: 1 }).replace(/(num_threads">)[^<]*/, '$1abc'));
  assert.equal(idle.code, 0);
  assert.match(idle.stdout, /^! Thread group ".*" has no users: its number of threads is "abc"/);
});

test('verify lists required files and plugins with their state', async (t) => {
  const folder = await temporaryFolder(t);
  const tree = (elements: string) =>
    plan({ port: 1, label: 'Home ${__StringFromFile(words.txt)}' }).replace(
      '<HTTPSamplerProxy',
      `${elements}<HTTPSamplerProxy`,
    );
  const csv = (name: string, file: string) =>
    `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="${name}"><stringProp name="filename">${file}</stringProp></CSVDataSet><hashTree/>`;
  const others = [
    '<IncludeController testname="Login"><stringProp name="IncludeController.includepath">login.jmx</stringProp></IncludeController><hashTree/>',
    '<JSR223Sampler testname="Script"><stringProp name="filename">script.groovy</stringProp></JSR223Sampler><hashTree/>',
    '<KeystoreConfig testname="Keys"/><hashTree/>',
    '<kg.apc.jmeter.samplers.DummySampler testname="Dummy"/><hashTree/>',
    '<HTTPSamplerProxy testname="Send"><elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files"><elementProp name="a" elementType="HTTPFileArg"><stringProp name="File.path">photo.png</stringProp></elementProp></collectionProp></elementProp></HTTPSamplerProxy><hashTree/>',
  ];
  const whole = tree(csv('People', '/home/me/people.csv') + csv('Made', '${name}.csv') + others.join(''));
  await writeFile(join(folder, 'plan.jmx'), whole);
  for (const name of ['people.csv', 'photo.png', 'script.groovy', 'words.txt', 'client.p12'])
    await writeFile(join(folder, name), 'x');
  await writeFile(
    join(folder, 'login.jmx'),
    '<jmeterTestPlan version="1.2"><hashTree><TestFragmentController testname="Fragment"/><hashTree/></hashTree></jmeterTestPlan>',
  );
  const given = ['plan.jmx', 'login.jmx', 'people.csv', 'photo.png', 'script.groovy', 'words.txt'];
  const good = await spate(folder, [
    ...['verify', ...given, 'client.p12', '-D', 'javax.net.ssl.keyStore=client.p12'],
  ]);
  assert.equal(good.code, 0, good.stdout + good.stderr);
  assert.deepEqual(
    good.stdout.split('\n').filter((line) => /^Required|^ {2}[✓!✗?] /.test(line)),
    [
      'Required files:',
      '  ! /home/me/people.csv  data for People; using people.csv',
      '  ? ${name}.csv  data for Made; resolved at run time',
      '  ✓ login.jmx  fragment for Login',
      '  ✓ script.groovy  read by Script',
      '  ✓ photo.png  sent by Send',
      '  ✓ words.txt  read by Home ${__StringFromFile(words.txt)}, __StringFromFile',
      '  ✓ client.p12  read by javax.net.ssl.keyStore',
      'Required plugins:',
      '  ✓ Dummy Sampler  (kg.apc.jmeter.samplers.DummySampler); included with Spate',
    ],
  );
  assert.match(good.stdout, /^Engine: Apache JMeter\./m);
  assert.doesNotMatch(good.stdout, /override_parameters: javax/);

  await writeFile(
    join(folder, 'plan.jmx'),
    whole.replaceAll('kg.apc.jmeter.samplers', 'net.xmeter.samplers'),
  );
  const bad = await spate(folder, ['verify', 'plan.jmx']);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /✗ login\.jmx {2}fragment for Login; missing/);
  assert.match(bad.stdout, /✗ MQTT Protocol Support by xmeter .*; missing: add its \.jar file/);
  assert.match(bad.stderr, /^spate: This plan cannot be run:[\s\S]*- .*people\.csv.*not uploaded/);
});
