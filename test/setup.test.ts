import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/', import.meta.url));
const nodePackage = `node_modules/node-${process.platform}-${process.arch}`;
const lock = { packages: { '': {}, 'node_modules/some': { version: '1.0.0' } } };

/** A substitute for npm: logs its call, takes a moment, and writes the files of an installation. */
const npm = `
const fs = require('node:fs');
fs.appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n');
console.log('npm speaks');
if (fs.existsSync('npm-fails')) process.exit(9);
setTimeout(() => {
  fs.cpSync('own-node', '${nodePackage}/bin/node');
  fs.mkdirSync('node_modules/some', { recursive: true });
  fs.cpSync('package-lock.json', 'node_modules/.package-lock.json');
}, 300);
`;

interface Project {
  folder: string;
  start(args: string[], nodeFlags?: string[]): ChildProcess;
  run(args: string[], nodeFlags?: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  npmCalls(): Promise<string[]>;
}

/** A new project with our bin/, a main.ts with the code `main`, and no packages. */
async function newProject(t: TestContext, main: string): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-setup-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(bin, join(folder, 'bin'), { recursive: true });
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'main.ts'), main);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(folder, 'npm-cli.cjs'), npm);
  await writeFile(join(folder, 'own-node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
  await chmod(join(folder, 'own-node'), 0o755);
  const start = (args: string[], nodeFlags: string[] = pretending('22.0.0')) =>
    spawn(process.execPath, [...nodeFlags, join(folder, 'bin', 'spate.mjs'), ...args], {
      env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm-cli.cjs') },
    });
  return {
    folder,
    start,
    run: async (args, nodeFlags) => {
      const child = start(args, nodeFlags);
      const texts = { stdout: '', stderr: '' };
      child.stdout?.on('data', (chunk) => {
        texts.stdout += chunk;
      });
      child.stderr?.on('data', (chunk) => {
        texts.stderr += chunk;
      });
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, ...texts };
    },
    npmCalls: async () =>
      (await readFile(join(folder, 'npm.log'), 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== ''),
  };
}

/** Flags that make Node.js take itself for another version. */
function pretending(version: string): string[] {
  const code = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    Object.defineProperty(process, 'version', { value: 'v${version}' });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

const echo = `console.log(process.argv.slice(2).join('|')); process.exit(3);`;

test('installs once, then starts without npm, passing arguments and exit code through', async (t) => {
  const project = await newProject(t, echo);
  const first = await project.run(['serve', '--port', '1']);
  assert.deepEqual([first.code, first.stdout], [3, 'serve|--port|1\n']);
  assert.match(first.stderr, /Installing packages[\s\S]*npm speaks/);
  const second = await project.run(['a b']);
  assert.deepEqual([second.code, second.stdout, second.stderr], [3, 'a b\n', '']);
  assert.deepEqual(await project.npmCalls(), ['install --no-save --no-audit --no-fund --loglevel=error']);
});

test('installs again when the lock has changed', async (t) => {
  const project = await newProject(t, echo);
  await project.run([]);
  const changed = { packages: { ...lock.packages, 'node_modules/some': { version: '1.0.1' } } };
  await writeFile(join(project.folder, 'package-lock.json'), JSON.stringify(changed));
  assert.equal((await project.run([])).code, 3);
  assert.equal((await project.npmCalls()).length, 2);
});

test('accepts manually installed packages', async (t) => {
  const project = await newProject(t, echo);
  await mkdir(join(project.folder, 'node_modules/some'), { recursive: true });
  await cp(join(project.folder, 'own-node'), join(project.folder, nodePackage, 'bin/node'));
  await cp(
    join(project.folder, 'package-lock.json'),
    join(project.folder, 'node_modules/.package-lock.json'),
  );
  assert.deepEqual(await project.run(['x']), { code: 3, stdout: 'x\n', stderr: '' });
  assert.deepEqual(await project.npmCalls(), []);
});

test('one of several concurrent starts installs, the others wait', async (t) => {
  const project = await newProject(t, echo);
  const results = await Promise.all([project.run(['1']), project.run(['2']), project.run(['3'])]);
  assert.deepEqual(
    results.map(({ code, stdout }) => [code, stdout]),
    [
      [3, '1\n'],
      [3, '2\n'],
      [3, '3\n'],
    ],
  );
  assert.equal((await project.npmCalls()).length, 1);
});

test('does not wait for a killed installation', async (t) => {
  const project = await newProject(t, echo);
  const dead = spawn(process.execPath, ['--version']);
  await once(dead, 'close');
  await mkdir(join(project.folder, 'node_modules'));
  await writeFile(join(project.folder, 'node_modules', '.spate-setup.lock'), `${dead.pid} ${hostname()}`);
  assert.equal((await project.run([])).code, 3);
  assert.equal((await project.npmCalls()).length, 1);
});

test('reports a failure of npm with a fix, and tries again the next time', async (t) => {
  const project = await newProject(t, echo);
  await writeFile(join(project.folder, 'npm-fails'), '');
  const failed = await project.run([]);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /npm install .* failed \(9\), see the output above\./);
  assert.doesNotMatch(failed.stderr, /at async/);
  await rm(join(project.folder, 'npm-fails'));
  assert.equal((await project.run([])).code, 3);
});

test('runs on the Node.js of the machine when it is new enough', async (t) => {
  const main = 'console.log(process.execPath);';
  const project = await newProject(t, main);
  for (const version of ['26.10.0', '27.0.0']) {
    const { stdout } = await project.run([], pretending(version));
    assert.equal(stdout, `${process.execPath}\n`, version);
  }
});

test('reports that no Node.js is new enough, with the way out', async (t) => {
  const project = await newProject(t, echo);
  await writeFile(
    join(project.folder, 'npm-cli.cjs'),
    "require('node:fs').cpSync('package-lock.json', 'node_modules/.package-lock.json');",
  );
  const { code, stderr } = await project.run([], pretending('26.9.0'));
  assert.equal(code, 1);
  assert.match(
    stderr,
    /Spate requires Node\.js [0-9.]+ or newer, this is 26\.9\.0.*Install it from https:\/\/nodejs\.org/,
  );
});

test('the needed version is that of the packages with Node.js', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const setup = await readFile(join(bin, 'setup.mjs'), 'utf8');
  const needed = /neededNode = '([0-9.]+)'/.exec(setup)?.[1];
  for (const platform of ['linux-x64', 'linux-arm64'])
    assert.equal(manifest.optionalDependencies[`node-${platform}`], needed);
});

test('forwards signals, and ends like the child', async (t) => {
  const main = `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1e6); console.log('up');`;
  const project = await newProject(t, main);
  const child = project.start([]);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [7, null]);
});

test('ends by the signal of the child', async (t) => {
  const project = await newProject(t, `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1e6);`);
  const child = project.start([]);
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
});

test('reports a Node.js that is too old', async (t) => {
  const project = await newProject(t, echo);
  const { code, stderr } = await project.run([], pretending('18.20.0'));
  assert.equal(code, 1);
  assert.match(stderr, /^Spate requires Node\.js 20 or newer to start; this is v18\.20\.0\./);
  assert.deepEqual(await project.npmCalls(), []);
});
