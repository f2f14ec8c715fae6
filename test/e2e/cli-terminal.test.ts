import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { cliEnvironment, needsTerminal, openTerminal, type TerminalSession } from '../support/cli.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const skip = needs('java', 'maven') || needsTerminal();
let service: TestService;
let target: Target;
let folder: string;

before(async () => {
  if (skip) return;
  target = await startTarget(steadyPages);
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'spate-cli-'));
  const long = { port: target.port, loops: '-1', duration: '${__P(duration,60)}', pauseMs: 50 };
  await writeFile(join(folder, 'plan.jmx'), plan(long));
});
after(async () => {
  await service?.close();
  await target?.stop();
  if (folder) await rm(folder, { recursive: true });
});

function spate(t: { after(done: () => void): void }, args: string[], env = {}): TerminalSession {
  const session = openTerminal(args, { cwd: folder, env: { ...cliEnvironment(service), ...env } });
  t.after(() => session.close());
  return session;
}

const idIn = (session: TerminalSession) => session.sees(/^Run (\w{22}): /m).then(([, id]) => id ?? '');

test('shows a run in place with colours, and Ctrl-C asks whether to stop it', { skip }, async (t) => {
  const session = spate(t, ['run', 'plan.jmx', '-t', '2', '-d', '10m', '--fail-if', 'p95 > 30s']);
  await session.sees(/Uploaded 1 file/);
  const id = await idIn(session);
  await session.sees(/^running {2}\d\d:\d\d .* left$/m);
  await session.sees(/samples\/s {3}p50 \S+ ms {3}p95 \S+ ms {3}2 VUs {3}\d+ passed {3}0 failed/);
  await until('three lines to be written over', () => session.raw().includes('\u001b[3A'));

  session.type('\u0003');
  await session.sees(/Stop the run, leave it running, or continue watching\?/);
  session.type('w');
  const [asked] = await session.sees(/^.*continue watching\? \[s\/l\/w\] w/s);
  await until('a status after the answer', () => / left$/m.test(session.text().slice(asked.length)));

  session.type('\u0003');
  await session.sees(/watching\?.*watching\?/s);
  session.type('s');
  await session.sees(/Stopping the run\. The report follows\./);
  assert.equal(await session.exit(), 130);
  const run = await service.json(`/runs/${id}`);
  assert.deepEqual([run.status, run.passed], ['finished', true]);
  await session.sees(/(Passed|Doubtful), stopped by request, threshold met: [\d,]+ samples .*, 0 failed;/);
  await session.sees(/^Home +\d+ +0 /m);
  assert.match(session.raw(), /\u001b\[3[23]m(✓ Passed|△ Doubtful)/);
});

test('a second Ctrl-C leaves the run at once; watch, stop and report continue with it', {
  skip,
}, async (t) => {
  const left = spate(t, ['run', 'plan.jmx', '-d', '10m'], { NO_COLOR: '1' });
  const id = await idIn(left);
  left.type('\u0003');
  await left.sees(/Stop the run, leave it running/);
  left.type('\u0003');
  assert.equal(await left.exit(), 130);
  await left.sees(new RegExp(`The run continues\\. Watch it with "spate watch ${id.slice(0, 8)}"`));
  assert.doesNotMatch(left.raw(), /\u001b\[\d*m/, 'NO_COLOR is respected');
  assert.notEqual((await service.json(`/runs/${id}`)).status, 'finished');

  const watch = spate(t, ['watch', id.slice(0, 4)]);
  await watch.sees(/^running {2}\d\d:\d\d /m);
  const stop = spate(t, ['stop', 'last']);
  assert.equal(await stop.exit(), 0);
  assert.equal(await watch.exit(), 0);
  await watch.sees(/(Passed|Doubtful), stopped by request, no threshold set/);
});

test('writes plain lines when CI is set, even in a terminal', { skip }, async (t) => {
  const session = spate(t, ['run', 'plan.jmx', '-d', '2s'], { CI: 'true', NO_COLOR: '1' });
  assert.equal(await session.exit(), 0);
  // Which of the phases a client sees depends on how fast they pass.
  await session.sees(/^(waiting for \w+|preparing|running)/m);
  assert.doesNotMatch(session.raw(), /\u001b\[\d*[AJK]/);
});

test('login asks for address and token, hides the token, and stores both readable for the owner only', {
  skip,
}, async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'spate-home-'));
  t.after(() => rm(home, { recursive: true }));
  const env = { SPATE_URL: '', SPATE_TOKEN: '', XDG_CONFIG_HOME: home, NODE_EXTRA_CA_CERTS: '' };
  const session = spate(t, ['login', '--ca', service.ca, '--token', '-'], env);
  await session.sees(/URL of the service: /);
  session.type(`${service.url}\r`);
  await session.sees(/Token \(hidden\): /);
  session.type(`${service.token}\r`);
  assert.equal(await session.exit(), 0);
  await session.sees(/Logged in to https:\S+ as owner@localhost \(owner\)/);
  assert.doesNotMatch(session.raw(), new RegExp(service.token));
  const kept = JSON.parse(await readFile(join(home, 'spate', 'login.json'), 'utf8'));
  assert.deepEqual([kept.url, kept.token], [service.url, service.token]);

  const list = spate(t, ['grids'], env);
  assert.equal(await list.exit(), 0);
  await list.sees(/shared +started/);
});
