import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';
import { processesBelow } from '../../../test/support/processes.ts';
import { testProgram } from '../../../test/support/programs.ts';

/** A program that runs the serve command with a fake service, which logs its stop mode to standard error. */
function programFor(stopMs: number): string {
  const cli = (path: string) => JSON.stringify(new URL(`../${path}`, import.meta.url).href);
  return `
import { runCli } from ${cli('cli.ts')};
import { commands } from ${cli('commands/index.ts')};
import { processTerminal } from ${cli('terminal.ts')};
const alive = setInterval(() => {}, 1e6);
const parts = {
  serve: async (config) => ({
    url: 'https://' + config.host + ':' + config.port,
    signInLink: async (origin) => ({ link: origin + '/app/sign-in#secret', expiresAt: new Date(Date.now() + 600_000) }),
    stop: (how) => new Promise((resolve) => {
      console.error('stopping: ' + how);
      setTimeout(() => { clearInterval(alive); resolve(undefined); }, ${stopMs});
    }),
  }),
};
const settings = { argv: process.argv.slice(2), commands, version: '', env: process.env, parts, terminal: processTerminal() };
process.exit(await runCli(settings as never));
`;
}

interface Started {
  child: ChildProcess;
  dataDir: string;
  /** All output so far, of both streams. */
  said(): string;
  waitFor(text: string): Promise<void>;
}

async function startServe(t: TestContext, { stopMs = 0, env = {} } = {}): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-serve-'));
  const program = join(folder, 'program.ts');
  const dataDir = join(folder, 'data');
  await writeFile(program, programFor(stopMs));
  const child = spawn(process.execPath, [program, 'serve', '--data-dir', dataDir, '--port', '4711'], {
    env: { PATH: process.env.PATH, ...inheritedVariables(), ...env },
  });
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true });
  });
  let text = '';
  const heard = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
      heard.dispatchEvent(new Event('text'));
    });
  }
  const waitFor = async (wanted: string): Promise<void> => {
    while (!text.includes(wanted)) await once(heard, 'text', { signal: AbortSignal.timeout(30_000) });
  };
  await waitFor('Spate is ready');
  await waitFor('/account');
  return { child, dataDir, said: () => text, waitFor };
}

test('prints and stores its URL, the paths of token and CA, and an example command; SIGTERM stops only the service', async (t) => {
  const { child, dataDir, said } = await startServe(t);
  assert.match(said(), /^Spate is ready at https:\/\/127\.0\.0\.1:4711$/m);
  assert.match(said(), new RegExp(`^  token    ${dataDir}/token$`, 'm'));
  assert.match(said(), new RegExp(`^  CA file  ${dataDir}/ca\\.pem$`, 'm'));
  assert.ok(
    said().includes(
      `curl --cacert ${dataDir}/ca.pem -u "$(cat ${dataDir}/token):" https://127.0.0.1:4711/account`,
    ),
    said(),
  );
  const opening = `Open this: https://127.0.0.1:4711/app\n  A link that signs the browser in: spate open --data-dir ${dataDir}\n`;
  assert.ok(said().includes(opening), said());
  assert.doesNotMatch(said(), /#secret/, 'a link is not written into a log');
  assert.equal(await readFile(join(dataDir, 'url'), 'utf8'), 'https://127.0.0.1:4711\n');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.match(said(), /Nodes and runs continue; the next start takes them over\.\nstopping: leave/);
  assert.equal(existsSync(join(dataDir, 'url')), false);
});

test('never prints a given token, no CA path without TLS, and a usable URL when it listens on all networks', async (t) => {
  const { said } = await startServe(t, {
    env: { SPATE_TOKEN: 'abcdefghijklmnopqrst', SPATE_TLS: 'off', SPATE_HOST: '0.0.0.0' },
  });
  assert.doesNotMatch(said(), /abcdefghijklmnopqrst|CA file|--cacert/);
  assert.match(said(), /curl -u "\$SPATE_TOKEN:"/);
  assert.match(said(), /^Spate is ready at https:\/\/127\.0\.0\.1:4711$/m);
});

test('Ctrl-C also stops everything it started on this machine', async (t) => {
  const { child, said } = await startServe(t);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.match(said(), /Stopping the service and everything it started on this machine.*\nstopping: end/);
});

test('survives closed output streams, and still stops gracefully', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-serve-'));
  const main = testProgram('src/main.ts');
  const child = spawn(process.execPath, [main, 'serve', '--data-dir', join(folder, 'data'), '--port', '0'], {
    env: { PATH: process.env.PATH, HOME: folder, ...inheritedVariables() },
  });
  const exited = once(child, 'exit');
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await exited;
    await rm(folder, { recursive: true });
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('/account')) break;
  child.stderr.destroy();
  child.kill('SIGINT');
  assert.deepEqual(await exited, [0, null]);
  assert.equal(existsSync(join(folder, 'data', 'postgres', 'data', 'postmaster.pid')), false);
  assert.deepEqual(processesBelow(folder), []);
});

test('a duplicated Ctrl-C counts once, and a later one exits immediately', async (t) => {
  const { child, waitFor } = await startServe(t, { stopMs: 600_000 });
  child.kill('SIGINT');
  child.kill('SIGINT');
  await waitFor('stopping: end');
  const exited = once(child, 'exit');
  // Further signals until it exits; the first two must not have ended it.
  assert.equal(child.exitCode, null);
  const pressing = setInterval(() => child.kill('SIGINT'), 100);
  t.after(() => clearInterval(pressing));
  assert.deepEqual(await exited, [130, null]);
});
