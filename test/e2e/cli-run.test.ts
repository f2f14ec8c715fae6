import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { type CliResult, cliEnvironment, resultOf, runCli, startCli } from '../support/cli.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { sumOfCsv } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const skip = needs('java', 'maven');
const largeBytes = isFullSuite() ? 40_000_000 : 10_000_000;
let service: TestService;
let target: Target;
let folder: string;

before(async () => {
  if (skip) return;
  target = await startTarget(steadyPages);
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'spate-cli-'));
  await writeFile(join(folder, 'plan.jmx'), plan({ port: target.port, loops: '20' }));
  const long = { port: target.port, loops: '-1', duration: '${__P(duration,60)}', pauseMs: 50 };
  await writeFile(join(folder, 'long.jmx'), plan(long));
  await writeFile(join(folder, 'token.txt'), 'Tr0ub4dor&3\n');
  await writeFile(join(folder, 'users.csv'), 'name\nann\nbob\n');
});
after(async () => {
  await service?.close();
  await target?.stop();
  if (folder) await rm(folder, { recursive: true });
});

const spate = (...args: string[]): Promise<CliResult> =>
  runCli(args, { cwd: folder, env: cliEnvironment(service) });

/** Removes node data, which changes between two requests. */
function withoutNodes({ _embedded: { grids: _, ...embedded }, ...run }: { _embedded: { grids: unknown } }) {
  return { ...run, ...embedded };
}

test('runs a plan and ends with the figures of the service, thresholds and exit code 2', {
  skip,
}, async () => {
  const conditions = ['--fail-if', 'errors > 1%', '--fail-if', 'label("Home").p50 > 0ms'];
  const about = ['--name', 'Nightly', '--project', 'shop', '--tag', 'ci', '--tag', 'nightly'];
  const where = [
    '--grid',
    'us-east-1=1',
    '--hosts',
    'shop.example=127.0.0.1',
    '-Jcolour=red',
    '--secret',
    'token=@token.txt',
  ];
  const flags = ['-t', '3', '-r', '1s', '--json', '--junit', 'out/result.xml'];
  const result = await spate('run', 'plan.jmx', 'users.csv', ...flags, ...conditions, ...about, ...where);
  assert.equal(result.code, 2, result.stderr);
  assert.match(result.stderr, /^Tool: jmeter \(detected from plan\.jmx\)$/m);
  assert.match(result.stderr, /^Uploaded 2 files, /m);

  const printed = JSON.parse(result.stdout);
  const { uuid } = printed.run;
  assert.deepEqual([printed.passed, printed.exit_code], [false, 2]);
  assert.deepEqual(
    printed.thresholds.map((one: { passed: boolean }) => one.passed),
    [true, false],
  );
  assert.deepEqual(printed.report, await service.json(`/runs/${uuid}/report`));
  const run = await service.json(`/runs/${uuid}`);
  assert.deepEqual(withoutNodes(printed.run), withoutNodes(run));
  assert.deepEqual(
    [run.name, run.project, run.threads, run.rampup, run.override_hosts, run.override_parameters],
    ['Nightly', 'shop', 3, 1, 'shop.example/127.0.0.1', '-Jcolour=red'],
  );
  assert.deepEqual([run.secrets, result.stdout.includes('Tr0ub4dor')], [['token'], false]);
  assert.deepEqual(run.tag_list.toSorted(), ['ci', 'nightly']);
  assert.equal(run._embedded.grids[0].region, 'us-east-1');
  assert.equal(printed.report.total.passed, 60);
  const junit = await readFile(join(folder, 'out', 'result.xml'), 'utf8');
  assert.match(junit, /<testsuite name="Nightly" tests="4" failures="2" errors="0"/);
  assert.match(junit, /<testcase name="Home" classname="spate.label"[^>]*>\s*<failure/);
});

test('finds a run by short id and "last", and evaluates other thresholds on it', { skip }, async () => {
  const [run] = JSON.parse((await spate('ls', '--json', '--limit', '1')).stdout);
  const short = run.uuid.slice(0, 4);
  const list = await spate('ls');
  assert.match(
    list.stdout,
    new RegExp(`^${run.uuid.slice(0, 8)} +✕ failed .* jmeter +shop .* Nightly$`, 'm'),
  );

  const report = await spate('report', short, '--fail-if', 'p99 > 1h', '--fail-if', 'errors > 0%');
  assert.match(report.stderr, /"h" is not a valid unit/);
  assert.equal(report.code, 1);
  const passed = await spate('report', 'last', '--fail-if', 'errors > 0%');
  assert.equal(passed.code, 0, passed.stderr);
  assert.match(passed.stdout, /^(✓ Passed|△ Doubtful), threshold met: 60 samples .*, 0 failed; /m);
  assert.match(passed.stdout, /^Home +60 +0 +[\d.]+ ms +~[\d.]+ ms /m);
  assert.match(passed.stdout, new RegExp(`^Run page: ${run.permalink}$`, 'm'));
  const own = await spate('report', '-', '--markdown');
  assert.equal(own.code, 2);
  assert.match(own.stdout, /^### ❌ Load test Nightly: Failed, 1 of 2 thresholds not met: /);

  const csv = await spate('results', short, '-o', 'result.csv');
  assert.equal(csv.code, 0, csv.stderr);
  assert.equal(sumOfCsv(await readFile(join(folder, 'result.csv'), 'utf8')), 60);
  assert.equal(sumOfCsv((await spate('results', 'last')).stdout), 60);
  assert.equal(JSON.parse((await spate('results', 'last', '--json')).stdout).length > 0, true);
  const archive = await spate('archive', run.permalink, '-o', 'archives/');
  assert.equal(archive.code, 0, archive.stderr);
  assert.equal(
    (await stat(join(folder, 'archives', `${run.uuid}.tar.gz`))).size,
    run._embedded.archives[0].size,
  );
});

if (isFullSuite()) {
  test('waits for an unavailable service; SIGTERM leaves the run, or stops it with the option', {
    skip,
  }, async (t) => {
    const child = start(t, ['run', 'long.jmx', '-d', '10m']);
    const log = collect(child);
    const done = resultOf(child);
    await shows(log, /^\d\d:\d\d running, .* passed, 0 failed$/m);
    await service.leave();
    // As if the service had been stopping for some minutes.
    await shows(
      log,
      /Cannot reach the service at .* Retrying(?: for \d+ min)?; the run continues meanwhile\.$/m,
    );
    await service.start();
    await shows(log, /^The service is reachable again\.$/m);
    child.kill('SIGTERM');
    assert.equal((await done).code, 143);
    assert.match(
      log(),
      /^The run continues\. Watch it with "spate watch \w{8}", stop it with "spate stop \w{8}"\.$/m,
    );
    assert.equal((await service.json('/runs'))._embedded.runs[0].status, 'running');

    const watch = start(t, ['watch', 'last', '--stop-on-interrupt', '--json']);
    const watchLog = collect(watch);
    const watched = resultOf(watch);
    await shows(watchLog, /^\d\d:\d\d running/m);
    watch.kill('SIGTERM');
    const { code, stdout } = await watched;
    assert.equal(code, 143);
    assert.match(watchLog(), /Stopping the run\. The report follows\./);
    const { run, report } = JSON.parse(stdout);
    assert.equal(run.status, 'finished');
    assert.equal(report.reconciliation.is_complete, true);
  });
}

test('repeats a run, and compares it with the first', { skip }, async () => {
  const [first] = JSON.parse((await spate('ls', '--json', '--text', 'Nightly', '--state', 'failed')).stdout);
  const repeated = await spate('repeat', first.uuid.slice(0, 5), '--json');
  assert.equal(repeated.code, 2, repeated.stderr);
  const { run, report } = JSON.parse(repeated.stdout);
  assert.deepEqual([run.repeat_of, report.total.passed], [first.uuid, 60]);
  const both = await spate('ls', '--project', 'shop', '--tag', 'nightly', '--tool', 'jmeter', '--json');
  assert.deepEqual(
    JSON.parse(both.stdout).map((one: { uuid: string }) => one.uuid),
    [run.uuid, first.uuid],
  );
  assert.deepEqual(JSON.parse((await spate('ls', '--project', 'unknown', '--json')).stdout), []);

  const compared = await spate('compare', first.uuid.slice(0, 6), 'last', '--json');
  assert.equal(compared.code, 0, compared.stderr);
  const asked = `/compare?runs[]=${first.uuid}&runs[]=${run.uuid}`;
  assert.deepEqual(JSON.parse(compared.stdout).comparisons, (await service.json(asked)).comparisons);
  const shown = await spate('compare', first.uuid, run.uuid, '--all');
  assert.match(shown.stdout, /^Nightly \(\w{8}\) compared with Nightly \(\w{8}\)$/m);
  assert.match(shown.stdout, /^all +p50 +[\d.,]+ ms +[\d.,]+ ms +[+−]?[\d.,]+ %/m);
  const gate = await spate('compare', first.uuid, run.uuid, '--fail-if-worse');
  assert.equal(gate.code, 1, 'a gate that cannot judge does not pass');
  assert.match(gate.stderr, /Cannot compare \w+ with the baseline: there are too few samples/);
});

test('exits with code 1 for a run without samples', { skip }, async () => {
  await writeFile(join(folder, 'nothing.jmx'), plan({ port: target.port, loops: '0' }));
  const nothing = await spate('run', 'nothing.jmx');
  assert.equal(nothing.code, 1, nothing.stdout);
  assert.match(nothing.stdout, /^✕ Broken: no samples were recorded\.$/m);
});

test('a file larger than any buffer is streamed, and a rejected file is explained', { skip }, async () => {
  await writeFile(join(folder, 'large.csv'), Buffer.alloc(largeBytes, 'name,value\n'));
  const created = await spate('run', 'plan.jmx', 'large.csv', '--detach', '--json');
  assert.equal(created.code, 0, created.stderr);
  const run = JSON.parse(created.stdout);
  assert.deepEqual(
    run._embedded.files.map((file: { size: number }) => file.size).toSorted(),
    [(await stat(join(folder, 'plan.jmx'))).size, largeBytes].toSorted(),
  );
  assert.equal((await spate('stop', run.uuid)).code, 0);
  const edited = await spate('edit', run.uuid, '--name', 'Large', '--notes', 'x', '--tag', 'a,b', '--json');
  const { name, notes, tag_list: tags } = JSON.parse(edited.stdout);
  assert.deepEqual([name, notes, tags], ['Large', 'x', ['a', 'b']]);
  await spate('edit', run.uuid, '--notes', '', '--tag', '');
  const bare = await service.json(`/runs/${run.uuid}`);
  assert.deepEqual([bare.name, bare.notes, bare.tag_list], ['Large', null, []]);
  const deleted = await spate('delete', run.uuid, '--yes');
  assert.match(deleted.stderr, /^Run \w{22} \(Large\) deleted\.$/m);
  assert.equal((await service.fetch(`/runs/${run.uuid}`)).status, 404);

  const env = { ...cliEnvironment(service), SPATE_TOKEN: 'an-unknown-token' };
  const stranger = await runCli(['run', 'plan.jmx', 'large.csv'], { cwd: folder, env });
  assert.equal(stranger.code, 1);
  assert.match(stranger.stderr, /The token is not valid/);
  const refused = await spate('run', 'users.csv', '--tool', 'jmeter');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^spate: .*jmx/m);
});

test('starts, lists and stops grids', { skip }, async () => {
  const started = await spate('grids', 'start', 'eu-west-1=1', '--stop-after', '20m', '--wait');
  assert.equal(started.code, 0, started.stderr);
  const id = started.stdout.trim();
  assert.match(
    (await spate('grids')).stdout,
    new RegExp(`^${id.slice(0, 8)} .* eu-west-1 +this machine +demand +started +1 of 1`, 'm'),
  );
  assert.equal((await spate('grids', 'stop', id.slice(0, 6))).code, 0);
  const grids = JSON.parse((await spate('grids', 'ls', '--json')).stdout) as { uuid: string }[];
  assert.equal(
    grids.some(({ uuid }) => uuid === id),
    false,
  );
});

function start(t: { after(done: () => void): void }, args: string[]): ChildProcess {
  const child = startCli(args, { cwd: folder, env: cliEnvironment(service) });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (piece: Buffer) => {
    text += piece.toString('utf8');
  });
  return () => text;
}

async function shows(log: () => string, pattern: RegExp): Promise<void> {
  await until(`the log shows ${pattern}`, () => pattern.test(log())).catch((error: Error) => {
    throw new Error(`${error.message}\n${log()}`, { cause: error });
  });
}

test('runs URLs and curl commands without a plan', { skip }, async () => {
  const origin = `http://127.0.0.1:${target.port}`;
  const curl = `curl '${origin}/' -H 'Authorization: Bearer secret'`;
  const refused = await spate('run', curl);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /would contain secrets.*\n.*--secret authorization.*--keep-secrets/);
  const flags = ['-t', '1', '-r', '0s', '-d', '30s', '-Jiterations=8', '--json'];
  const result = await spate('run', `${origin}/`, `POST ${origin}/cart 0.25`, ...flags);
  assert.equal(result.code, 0, result.stderr);
  const { run, report } = JSON.parse(result.stdout);
  assert.deepEqual([run.tool, run.engine], ['jmeter', 'spate']);
  const samples = report.labels.map(({ label, passed, failed }: Json) => [label, passed + failed]);
  assert.deepEqual(samples.toSorted(), [
    ['GET /', 8],
    ['POST /cart', 2],
  ]);
});

test('exports a run, imports it elsewhere in the account, and rejects a changed file', { skip }, async () => {
  const runs: Json[] = JSON.parse((await spate('ls', '--json')).stdout);
  const run = runs.find(({ name }) => name === 'Nightly') as Json;
  assert.equal((await spate('export', run.uuid, '-o', 'run.tar.gz')).code, 0);
  const imported = await spate('import', 'run.tar.gz', '--project', 'archive', '--json');
  assert.equal(imported.code, 0, imported.stderr);
  assert.match(imported.stderr, new RegExp(`^Imported run ${run.uuid} of .*The signature is valid`, 'm'));
  const copy = JSON.parse(imported.stdout);
  assert.deepEqual(
    [copy.project, copy.imported.run, copy.verdict.word],
    ['archive', run.uuid, run.verdict.word],
  );
  const report = JSON.parse((await spate('report', copy.uuid, '--json')).stdout).report;
  assert.equal(report.total.passed, 60);

  await writeFile(join(folder, 'cut.tar.gz'), (await readFile(join(folder, 'run.tar.gz'))).subarray(0, -200));
  const cut = await spate('import', 'cut.tar.gz');
  assert.equal(cut.code, 1);
  assert.match(cut.stderr, /run file/);
});
