import type { Log } from '../../../lib/log.ts';
import { installationTag, machineTags } from '../cloud/machine-tags.ts';
import { deleteGroup } from './azure-provider.ts';
import type { FindAzureAccess } from './find-access.ts';
import type { AzureSession, AzureSessions } from './sessions.ts';

/** A subscription where grids have run. */
export interface AzurePlace {
  accountId: number;
  target: string;
}

export interface AzureSweepOptions {
  sessions: AzureSessions;
  findAccess: FindAzureAccess;
  installation: string;
  /** Which of these grids may still have machines. */
  openGridIds(gridIds: readonly string[]): Promise<ReadonlySet<string>>;
  log: Log;
}

/** Deletes resource groups of this installation whose grid has ended or is unknown. Continues with the next place after a failure. */
export async function sweepGroups(options: AzureSweepOptions, places: readonly AzurePlace[]): Promise<void> {
  const { sessions, findAccess, installation, openGridIds, log } = options;
  for (const { accountId, target } of places) {
    try {
      const session = await sessions.open(await findAccess(accountId, target));
      const groups = await findGroups(session, installation);
      const open = await openGridIds(groups.map(({ gridId }) => gridId));
      const orphans = groups.filter(({ gridId }) => !open.has(gridId)).map(({ name }) => name);
      for (const name of orphans) await deleteGroup(session, name);
      if (orphans.length > 0) log.warn({ provider: 'azure', groups: orphans }, 'grid.machines.swept');
    } catch (error) {
      log.warn({ provider: 'azure', target, err: error }, 'grid.machines.sweep.failed');
    }
  }
}

/** Groups that are not being deleted already. */
async function findGroups(
  { resources }: AzureSession,
  installation: string,
): Promise<{ name: string; gridId: string }[]> {
  const filter = `tagName eq '${installationTag}' and tagValue eq '${installation}'`;
  const found: { name: string; gridId: string }[] = [];
  for await (const { name, tags, properties } of resources.resourceGroups.list({ filter })) {
    const gridId = tags?.[machineTags.grid];
    if (name !== undefined && gridId !== undefined && properties?.provisioningState !== 'Deleting')
      found.push({ name, gridId });
  }
  return found;
}
