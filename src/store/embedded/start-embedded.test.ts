import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { afterwards } from '../../../test/support/afterwards.ts';
import { isFullSuite } from '../../../test/support/suite.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { until } from '../../../test/support/until.ts';
import { silentLog } from '../../lib/log.ts';
import { identifyProcess } from '../../lib/process-identity.ts';
import { type Database, openDatabase } from '../database.ts';
import { postgresProcessesIn } from './process-facts.ts';
import { asMyself, asUser, namedUid, type RunAs } from './run-as.ts';
import { type EmbeddedPostgres, startEmbedded } from './start-embedded.ts';

const script = join(import.meta.dirname, '../../../test/support/embedded-service.ts');

/** A data folder with a stopped cluster; a copy takes a third of the processor time of a new one. */
let existing: string;
before(async () => {
  existing = await mkdtemp(join(tmpdir(), 'spate-test-'));
  await (await startEmbedded({ dataDir: existing, log: silentLog })).stop();
});
after(() => rm(existing, { recursive: true }));

async function existingData(t: TestContext): Promise<string> {
  const dataDir = await temporaryFolder(t);
  await promisify(execFile)('cp', ['-a', `${existing}/.`, dataDir]);
  return dataDir;
}

/** Starts PostgreSQL and stops it after the test. */
async function startFor(t: TestContext, dataDir: string): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({ dataDir, log: silentLog });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await embedded.stop();
  };
  afterwards(t, stop);
  return { ...embedded, stop };
}

function openFor(t: TestContext, url: string): Database {
  const database = openDatabase({ url, log: silentLog });
  afterwards(t, () => database.close());
  return database;
}

interface Service {
  child: ChildProcess;
  said: { url: string; pid: number; error?: string };
}

/** Starts a separate process that runs PostgreSQL in the folder, like the service. */
async function startService(t: TestContext, dataDir: string, runAs = asMyself): Promise<Service> {
  const { file, args, ...ids } = runAs.command(process.execPath, [script, dataDir]);
  const child = spawn(file, args, { ...ids, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  afterwards(t, () => {
    child.kill('SIGKILL');
    for (const { pid } of postgresProcessesIn(join(dataDir, 'postgres', 'data')))
      process.kill(pid, 'SIGKILL');
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, said: JSON.parse(line) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('listens on an owner-only socket in the data folder, and on no port', async (t) => {
  const dataDir = await temporaryFolder(t);
  const embedded = await startFor(t, dataDir);
  const database = openFor(t, embedded.url);
  const rows = await database.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('listen_addresses', 'fsync', 'synchronous_commit',
      'full_page_writes', 'unix_socket_directories', 'data_checksums') order by name`,
  );
  assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    synchronous_commit: 'on',
    unix_socket_directories: `"${join(dataDir, 'postgres')}"`,
  });
  assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o777, 0o700);
  assert.equal((await stat(join(dataDir, 'postgres', '.s.PGSQL.5432'))).mode & 0o777, 0o700);
  assert.doesNotMatch(readFileSync(`/proc/${embedded.pid()}/environ`, 'utf8'), /HOME=/);
});

test('keeps its data after a restart, and leaves no process after a stop', async (t) => {
  const dataDir = await existingData(t);
  const first = await startFor(t, dataDir);
  const writer = openFor(t, first.url);
  await writer.query('create table notes (text text)');
  await writer.query("insert into notes values ('kept')");
  await writer.close();
  await first.stop();
  assert.deepEqual(postgresProcessesIn(join(dataDir, 'postgres', 'data')), []);

  const second = await startFor(t, dataDir);
  assert.equal(second.url, first.url);
  assert.deepEqual(await openFor(t, second.url).query('select text from notes'), [{ text: 'kept' }]);
});

test('a killed service leaves PostgreSQL running, and the next one adopts it', async (t) => {
  const dataDir = await existingData(t);
  const { child, said } = await startService(t, dataDir);
  await kill(child);
  assert.ok(identifyProcess(said.pid), 'PostgreSQL outlives its service');

  const next = await startFor(t, dataDir);
  assert.equal(next.pid(), said.pid);
  assert.deepEqual(await openFor(t, next.url).query('select 1 as one'), [{ one: 1 }]);
});

test('rejects a second service on the same data folder until the first is killed', async (t) => {
  const dataDir = await existingData(t);
  const first = await startService(t, dataDir);
  await assert.rejects(
    startEmbedded({ dataDir, log: silentLog }),
    /Another service is using the data folder/,
  );
  const second = await startService(t, dataDir);
  assert.match(second.said.error ?? '', /Another service is using the data folder/);
  await kill(first.child);
  const next = await startFor(t, dataDir);
  assert.equal(next.pid(), first.said.pid);
});

test('restarts PostgreSQL whenever it is killed', async (t) => {
  const dataDir = await existingData(t);
  const rounds = isFullSuite() ? 3 : 2;
  let restarts = 0;
  const embedded = await startEmbedded({ dataDir, log: silentLog, onRestart: () => restarts++ });
  afterwards(t, () => embedded.stop());
  const database = openFor(t, embedded.url);
  await database.query('create table notes (text int)');
  for (let round = 1; round <= rounds; round++) {
    await database.query('insert into notes values ($1)', [round]);
    process.kill(embedded.pid(), 'SIGKILL');
    await until('another server', () => restarts === round);
  }
  assert.deepEqual(await database.query('select count(*) as count from notes'), [{ count: rounds }]);
});

test('rejects data of another major version and explains the migration', async (t) => {
  const dataDir = await existingData(t);
  const versionFile = join(dataDir, 'postgres', 'data', 'PG_VERSION');
  const version = await readFile(versionFile, 'utf8');
  await writeFile(versionFile, '15\n');
  await assert.rejects(
    startEmbedded({ dataDir, log: silentLog }),
    /is of PostgreSQL 15, .* Run spate backup with the version of Spate that wrote it, then spate restore/,
  );
  await writeFile(versionFile, version);
  await startFor(t, dataDir);
});

test('rejects a data folder with an unfinished restore', async (t) => {
  const dataDir = await temporaryFolder(t);
  await writeFile(join(dataDir, 'restoring'), '');
  await assert.rejects(startEmbedded({ dataDir, log: silentLog }), /an unfinished restore/);
});

const onlyRoot = process.getuid?.() === 0 ? false : 'only root can start PostgreSQL as another user';

test('works below a folder that only root may enter', { skip: onlyRoot }, async (t) => {
  const closed = await temporaryFolder(t);
  assert.equal((await stat(closed)).mode & 0o777, 0o700);
  const embedded = await startFor(t, join(closed, 'data'));
  const { uid } = await stat(join(closed, 'data', 'postgres', 'data'));
  assert.notEqual(uid, 0);
  assert.match(
    await readFile(`/proc/${embedded.pid()}/status`, 'utf8'),
    new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm'),
  );
  assert.deepEqual(await openFor(t, embedded.url).query('select 1 as one'), [{ one: 1 }]);
});

test('works for an unprivileged user, and stops with the service', async (t) => {
  const dataDir = await temporaryFolder(t);
  const runAs = process.getuid?.() === 0 ? await someoneElse(dataDir) : asMyself;
  const { child, said } = await startService(t, dataDir, runAs);
  assert.equal(said.error, undefined);
  assert.equal((await stat(`/proc/${said.pid}`)).uid, runAs.uid ?? process.getuid?.());
  child.kill('SIGTERM');
  await once(child, 'exit');
  assert.deepEqual(postgresProcessesIn(join(dataDir, 'postgres', 'data')), []);
});

/** An unprivileged user who owns the data folder. */
async function someoneElse(dataDir: string): Promise<RunAs> {
  const uid = await namedUid();
  await chown(dataDir, uid, uid);
  return asUser(uid, { program: process.execPath, folder: dataDir });
}

// Rare situations, so they run in the full suite only.
if (isFullSuite()) {
  test('PostgreSQL does not receive Ctrl-C of the service', async (t) => {
    const dataDir = await existingData(t);
    const { child, said } = await startService(t, dataDir);
    // The child leads a process group, like a command in a terminal; Ctrl-C signals the whole group.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await once(child, 'exit');
    const next = await startFor(t, dataDir);
    assert.equal(next.pid(), said.pid);
  });

  test('waits for the children of a killed postmaster, and kills those that hang', async (t) => {
    const dataDir = await existingData(t);
    const { child, said } = await startService(t, dataDir);
    const database = openFor(t, said.url);
    // A stopped backend cannot detect that its postmaster was killed.
    const [backend] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    assert.ok(backend);
    await kill(child);
    process.kill(backend.pid, 'SIGSTOP');
    process.kill(said.pid, 'SIGKILL');
    const next = await startFor(t, dataDir);
    assert.notEqual(next.pid(), said.pid);
    assert.equal(identifyProcess(backend.pid), undefined);
    assert.deepEqual(await openFor(t, next.url).query('select 1 as one'), [{ one: 1 }]);
  });

  test('ignores a pid file whose pid belongs to another program', async (t) => {
    const dataDir = await existingData(t);
    const { child, said } = await startService(t, dataDir);
    await kill(child);
    process.kill(said.pid, 'SIGKILL');
    await until('PostgreSQL to be gone', () => !identifyProcess(said.pid));
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    const text = await readFile(pidFile, 'utf8');
    await writeFile(pidFile, text.replace(String(said.pid), String(process.pid)));

    const next = await startFor(t, dataDir);
    assert.notEqual(next.pid(), process.pid);
  });

  test('replaces a running PostgreSQL that does not respond', async (t) => {
    const dataDir = await existingData(t);
    const { child, said } = await startService(t, dataDir);
    await kill(child);
    await rm(join(dataDir, 'postgres', '.s.PGSQL.5432'));
    const next = await startFor(t, dataDir);
    assert.notEqual(next.pid(), said.pid);
    assert.equal(identifyProcess(said.pid), undefined);
  });

  test('moves the socket when the path of the data folder is too long, and finds it again', async (t) => {
    const above = await temporaryFolder(t);
    const dataDir = join(above, 'long-'.repeat(20));
    const { child, said } = await startService(t, dataDir);
    const folder = new URL(said.url).searchParams.get('host') ?? '';
    assert.equal(dirname(folder), tmpdir());
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    await kill(child);
    const next = await startFor(t, dataDir);
    assert.equal(next.pid(), said.pid);
    assert.equal(next.url, said.url);
    await next.stop();
    assert.equal(existsSync(folder), false);
  });

  test('starts again after a kill during the creation of the cluster', async (t) => {
    const dataDir = await temporaryFolder(t);
    const half = join(dataDir, 'postgres', 'data.new');
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'PG_VERSION'), '18\n');
    const embedded = await startFor(t, dataDir);
    assert.deepEqual(await openFor(t, embedded.url).query('select 1 as one'), [{ one: 1 }]);
  });
}
