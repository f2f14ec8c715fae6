import { sweepCloudsJob } from '../domain/jobs.ts';
import type { Log } from '../lib/log.ts';
import type { Database, Queryable } from '../store/database.ts';
import { cloudPlaces, uninvoicedGridsOf } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import type { FindAccess } from './providers/aws/find-access.ts';
import type { AwsSessions } from './providers/aws/sessions.ts';
import { sweepMachines } from './providers/aws/sweep-machines.ts';

const everyMs = 10 * 60_000;

export interface CloudSweep {
  database: Database;
  log: Log;
  aws: { sessions: AwsSessions; findAccess: FindAccess; installation(): Promise<string> };
}

export async function scheduleCloudSweep(db: Queryable, runAt?: Date): Promise<void> {
  await addJob(db, sweepCloudsJob, {}, runAt);
}

/** Ends machines without a grid wherever grids have run lately, and schedules the next sweep. */
export async function sweepClouds({ database, log, aws }: CloudSweep): Promise<void> {
  const places = await cloudPlaces(database, 'aws');
  if (places.length > 0)
    await sweepMachines(
      {
        ...aws,
        log,
        installation: await aws.installation(),
        openGridIds: async (gridIds) => new Set(await uninvoicedGridsOf(database, gridIds)),
      },
      places,
    );
  await scheduleCloudSweep(database, new Date(Date.now() + everyMs));
}
