import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { silentLog } from '../../src/lib/log.ts';
import { packageFile } from '../../src/lib/package-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { afterwards } from '../support/afterwards.ts';
import { runCli } from '../support/cli.ts';
import { sql } from '../support/database.ts';
import { startHeldTarget } from '../support/held-target.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { type Json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** Backups of earlier releases, each with what its service answered. */
const folder = new URL('../releases/', import.meta.url);
const releases = (await readdir(folder))
  .filter((name) => name.endsWith('.tar'))
  .map((name) => name.slice(0, -4));

interface Release {
  /** Checksums of the migrations that the release applied. */
  migrations: Record<string, string>;
  /** Finished runs, with the totals of their reports and their CSV results. */
  runs: Record<string, { total: Json; csv: string }>;
  /** A run that waits for machines. */
  waiting: string;
}

for (const release of releases)
  test(`a database of release ${release} is migrated, and all its figures stay the same`, async (t) => {
    const known: Release = JSON.parse(await readFile(new URL(`${release}.json`, folder), 'utf8'));
    const migrations = await readMigrations();
    const checksums = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
    for (const [name, checksum] of Object.entries(known.migrations))
      assert.equal(checksums[name], checksum, `${name} is released: change the schema by a new migration`);

    const service = await startService(
      {
        SPATE_RETENTION_FRAMES_DAYS: '0',
        SPATE_RETENTION_ARCHIVES_DAYS: '0',
        SPATE_RETENTION_FILES_DAYS: '0',
      },
      { backup: fileURLToPath(new URL(`${release}.tar`, folder)) },
    );
    t.after(() => service.close());
    for (const [id, { total, csv }] of Object.entries(known.runs)) {
      const { label, passed, failed, mean, min, max, percentiles } = (
        await service.json(`/runs/${id}/report`)
      ).total;
      assert.deepEqual({ ...total, label, passed, failed, mean, min, max, percentiles }, total);
      assert.equal(await (await service.fetch(`/runs/${id}/result.csv`)).text(), csv);
      assert.ok((await service.json(`/runs/${id}/view`)).verdict.sentence);
      const page = await service.fetch(`/runs/${id}/report.html`);
      assert.equal(page.status, 200, await page.text());
    }
    assert.equal((await service.json('/users')).total, 2);
    await sql(
      service,
      'update grids set ends_at = now() where id in (select grid_id from run_grids where run_id = $1)',
      [known.waiting],
    );
    const finished = await awaitStatus(service, known.waiting, 'finished');
    assert.match(finished.remote_errors.join(' '), /never joined|reached its stop_after/);

    const check = await runCli(['upgrade', '--check', '--json'], {
      cwd: service.dataDir,
      env: { SPATE_DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl() },
    });
    assert.equal(check.code, 0, check.stderr);
    const { schema, missing, obstacle } = JSON.parse(check.stdout);
    assert.deepEqual([schema.applied, missing, obstacle], [migrations.length, [], null]);
  });

test('a service continues on a database that a later version has migrated', async (t) => {
  const service = await startService();
  afterwards(t, () => service.close());
  const target = await startHeldTarget({ latencyMs: 5, allowed: 10 });
  t.after(() => target.stop());
  const start = (path: string) =>
    createRun(service, {
      files: { 'plan.jmx': plan({ port: target.port, path, threads: '2', loops: '20' }) },
    });
  const begun = await start('/before');
  await until('requests arrive', () => target.requestsTo('/before') >= 10);

  // What a migration may do: see CONTRIBUTING.md.
  const later = await temporaryFolder(t);
  await cp(packageFile('src/store/migrations'), later, { recursive: true });
  const added = ['runs', 'grids', 'nodes', 'executions', 'frames', 'rollups', 'users', 'tokens', 'run_files']
    .map(
      (table) =>
        `alter table ${table} add column later text, add column later_count bigint not null default 0;`,
    )
    .join('\n');
  await writeFile(join(later, '9999-later.sql'), `${added} create table later (id text primary key);`);
  const database = openDatabase({ url: service.databaseUrl(), log: silentLog });
  await migrate({ database, log: silentLog, folder: later }).finally(() => database.close());

  for (const path of ['/before', '/after']) target.allow(path, Number.POSITIVE_INFINITY);
  const after = await start('/after');
  for (const { uuid } of [begun, after]) {
    const run = await awaitStatus(service, uuid, 'finished');
    assert.equal(run.remote_errors, null);
    assert.deepEqual(await countEverywhere(service, run), { series: 40, report: 40, csv: 40, frames: 40 });
  }
  for (const path of ['/app', '/users', '/grids', '/runs'])
    assert.equal((await service.fetch(path)).status, 200);
});
