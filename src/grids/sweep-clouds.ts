import { sweepCloudsJob } from '../domain/jobs.ts';
import type { Log } from '../lib/log.ts';
import type { Database, Queryable } from '../store/database.ts';
import { cloudPlaces, uninvoicedGridsOf } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import type { FindAccess } from './providers/aws/find-access.ts';
import type { AwsSessions } from './providers/aws/sessions.ts';
import { sweepMachines } from './providers/aws/sweep-machines.ts';
import type { FindAzureAccess } from './providers/azure/find-access.ts';
import type { AzureSessions } from './providers/azure/sessions.ts';
import { sweepGroups } from './providers/azure/sweep-groups.ts';

const everyMs = 10 * 60_000;

export interface CloudSweep {
  database: Database;
  log: Log;
  clouds: {
    aws: { sessions: AwsSessions; findAccess: FindAccess };
    azure: { sessions: AzureSessions; findAccess: FindAzureAccess };
    installation(): Promise<string>;
  };
}

export async function scheduleCloudSweep(db: Queryable, runAt?: Date): Promise<void> {
  await addJob(db, sweepCloudsJob, {}, runAt);
}

/** Ends machines without a grid wherever grids have run lately, and schedules the next sweep. */
export async function sweepClouds({ database, log, clouds }: CloudSweep): Promise<void> {
  const inAws = await cloudPlaces(database, 'aws');
  const inAzure = await cloudPlaces(database, 'azure');
  if (inAws.length + inAzure.length > 0) {
    const shared = {
      log,
      installation: await clouds.installation(),
      openGridIds: async (gridIds: readonly string[]) => new Set(await uninvoicedGridsOf(database, gridIds)),
    };
    await sweepMachines({ ...clouds.aws, ...shared }, inAws);
    await sweepGroups({ ...clouds.azure, ...shared }, onePerSubscription(inAzure));
  }
  await scheduleCloudSweep(database, new Date(Date.now() + everyMs));
}

/** Resource groups are listed for all regions at once. */
function onePerSubscription<P extends { accountId: number; target: string }>(places: readonly P[]): P[] {
  return [...new Map(places.map((place) => [`${place.accountId} ${place.target}`, place])).values()];
}
