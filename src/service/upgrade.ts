import type { UpgradeCheck } from '../cli/parts.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import { readPackageVersion } from '../lib/package-files.ts';
import { databaseBytes } from '../store/database-bytes.ts';
import { planMigrations } from '../store/migrate.ts';
import { openRunIds } from '../store/runs.ts';
import { withDatabase } from './reach-database.ts';

/** What the first start of this version on this data folder would do. Changes nothing. */
export async function checkUpgrade(config: Config, log: Log): Promise<UpgradeCheck> {
  return withDatabase(config, log, async (database) => {
    const { applied, newest, missing, obstacle } = await planMigrations(database);
    return {
      version: await readPackageVersion(),
      schema: { applied, newest },
      missing,
      obstacle,
      databaseBytes: await databaseBytes(database),
      unfinishedRuns: applied === 0 ? 0 : (await openRunIds(database)).length,
    };
  });
}
