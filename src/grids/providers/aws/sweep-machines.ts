import type { Log } from '../../../lib/log.ts';
import { installationTag } from '../cloud/machine-tags.ts';
import { terminate } from './aws-provider.ts';
import type { FindAccess } from './find-access.ts';
import { findMachines } from './find-machines.ts';
import type { AwsSessions } from './sessions.ts';

/** A region of an AWS account where grids have run. */
export interface AwsPlace {
  accountId: number;
  target: string;
  region: string;
}

export interface SweepOptions {
  sessions: AwsSessions;
  findAccess: FindAccess;
  installation: string;
  /** Which of these grids may still have machines. */
  openGridIds(gridIds: readonly string[]): Promise<ReadonlySet<string>>;
  log: Log;
}

/**
 * Ends the machines of this installation whose grid has ended or is unknown, such as one that AWS did not list yet when its
 * grid was deleted. Continues with the next place after a failure.
 */
export async function sweepMachines(options: SweepOptions, places: readonly AwsPlace[]): Promise<void> {
  const { sessions, findAccess, installation, openGridIds, log } = options;
  for (const { accountId, target, region } of places) {
    try {
      const session = await sessions.open(await findAccess(accountId, target), region);
      const live = (await findMachines(session, { [installationTag]: installation })).filter(
        ({ isLive }) => isLive,
      );
      const open = await openGridIds(live.map(({ gridId }) => gridId));
      const orphans = live.filter(({ gridId }) => !open.has(gridId)).map(({ id }) => id);
      await terminate(session, orphans);
      if (orphans.length > 0) log.warn({ provider: 'aws', region, machines: orphans }, 'grid.machines.swept');
    } catch (error) {
      log.warn({ provider: 'aws', region, target, err: error }, 'grid.machines.sweep.failed');
    }
  }
}
