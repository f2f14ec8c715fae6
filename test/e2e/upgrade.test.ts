import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../../src/store/migrate.ts';
import { runCli } from '../support/cli.ts';
import { sql } from '../support/database.ts';
import { awaitStatus } from '../support/run.ts';
import { type Json, startService } from '../support/service.ts';

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
