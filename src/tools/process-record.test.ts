import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../../test/support/until.ts';
import { bootId, identifyProcess, readStat } from '../lib/process-identity.ts';
import { exitCode, isKeptRunning, killKept, readRecord, startKept } from './process-record.ts';

describe('a kept process', () => {
  let root: string;
  let record: string;
  let outputPath: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'spate-record-'));
    record = join(root, 'record');
    outputPath = join(root, 'output');
  });
  afterEach(async () => {
    await killKept(record);
    await rm(root, { recursive: true });
  });

  const start = (script: string, path = '/usr/bin:/bin') =>
    startKept(record, {
      argv: ['/bin/sh', '-c', script],
      outputPath,
      env: { PATH: path, MARK: root },
      marker: { name: 'MARK', value: root },
    });
  const output = () => readFile(outputPath, 'utf8');

  it('records its exit code and output only', async () => {
    await start('echo out; echo err >&2; exit 5');
    await until(
      'the end',
      async () => (await exitCode(record)) !== undefined && !(await isKeptRunning(record)),
    );
    assert.equal(await exitCode(record), 5);
    assert.equal(await output(), 'out\nerr\n');
  });

  it('starts nothing if it is killed before it has a record, also after the next start', async () => {
    const programs = join(root, 'programs');
    const [isHeld, isFreed, isOver] = ['held', 'freed', 'over'].map((name) => join(root, name));
    await mkdir(programs);
    // The keeper's first command waits.
    await writeFile(
      join(programs, 'cat'),
      `#!/bin/sh\ntouch ${isHeld}; while [ ! -e ${isFreed} ]; do sleep 0.02; done; /bin/cat "$@"; touch ${isOver}\n`,
      { mode: 0o755 },
    );
    await start(`touch ${join(root, 'first')}; sleep 600`, `${programs}:/usr/bin:/bin`);
    await until('the keeper', () => existsSync(isHeld ?? ''));
    await killKept(record);
    await start('echo second; sleep 600');
    await until('the second output', async () => (await output()) === 'second\n');
    const second = await readRecord(record);
    await writeFile(isFreed ?? '', '');
    await until('the end of the first keeper', async () => {
      if (!existsSync(isOver ?? '')) return false;
      const others = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && readStat(Number(name)));
      const commands = others.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
      return !(await Promise.all(commands)).some((text) => text.includes(join(root, 'first')));
    });
    assert.equal(existsSync(join(root, 'first')), false);
    assert.deepEqual(await readRecord(record), second);
    assert.equal(await isKeptRunning(record), true);
  });

  it('is not running before it was started', async () => {
    assert.equal(await isKeptRunning(record), false);
    assert.equal(await readRecord(record), undefined);
    assert.equal(await exitCode(record), undefined);
    await killKept(record);
  });

  it('outlives its parent, and can be taken over from its record', async () => {
    const module = fileURLToPath(new URL('./process-record.ts', import.meta.url));
    const options = {
      argv: ['/bin/sh', '-c', 'echo started; sleep 600'],
      outputPath,
      env: { PATH: '/usr/bin:/bin' },
    };
    const script = `const { startKept } = await import(${JSON.stringify(module)}); await startKept(${JSON.stringify(record)}, ${JSON.stringify(options)}); await new Promise((resolve) => setTimeout(resolve, 600000));`;
    const starter: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: 'ignore',
    });
    await until('its start', async () => (await output().catch(() => '')).includes('started'));
    const ended = new Promise((resolve) => starter.once('exit', resolve));
    starter.kill('SIGKILL');
    await ended;
    assert.equal(await isKeptRunning(record), true);
    await killKept(record);
    assert.equal(await isKeptRunning(record), false);
    assert.equal(await exitCode(record), 137);
  });

  it('is killed with all of its descendants, including daemons', async () => {
    await start(
      '(setsid sleep 600 & echo $! > daemon) ; sleep 600 & echo "child $!"; wait'.replace(
        '> daemon',
        `> ${root}/daemon`,
      ),
    );
    await until('its children', async () => (await output()).includes('child'));
    const child = Number(/child (\d+)/.exec(await output())?.[1]);
    const daemon = Number(await readFile(join(root, 'daemon'), 'utf8'));
    assert.ok(identifyProcess(child) && identifyProcess(daemon));
    await killKept(record);
    for (const pid of [child, daemon]) {
      assert.equal(identifyProcess(pid), undefined);
    }
  });

  it('is never confused with a later process of the same pid', async () => {
    const innocent = spawn('sleep', ['600'], { stdio: 'ignore', detached: true });
    try {
      await start('exit 0');
      await until('the end', async () => !(await isKeptRunning(record)) && (await exitCode(record)) === 0);
      const stat = readStat(innocent.pid ?? 0);
      const line = await readFile(`/proc/${innocent.pid}/stat`, 'utf8');
      const older = line.replace(` ${stat?.startTicks} `, ` ${Number(stat?.startTicks) - 1} `);
      await writeFile(join(record, 'keeper'), `${older.trim()}\n${bootId()}\n`);
      assert.equal(await isKeptRunning(record), false);
      await killKept(record);
      await writeFile(join(record, 'keeper'), `${line.trim()}\nanother-boot\n`);
      assert.equal(await isKeptRunning(record), false);
      await killKept(record);
      assert.equal(innocent.exitCode ?? innocent.signalCode, null);
      assert.ok(identifyProcess(innocent.pid ?? 0));
    } finally {
      innocent.kill('SIGKILL');
    }
  });
});
