import { execFile } from 'node:child_process';
import { chown, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../../lib/sync-folder.ts';
import type { Binaries } from './binaries.ts';
import { asMyself, asUser, isRoot, namedUid, type RunAs } from './run-as.ts';

/**
 * Creates a PostgreSQL cluster in the folder `data`. Built in a temporary folder and renamed, so that a killed start
 * leaves no partial cluster.
 */
export async function createCluster(
  data: string,
  binaries: Binaries,
  owner: number | undefined,
): Promise<void> {
  const parent = dirname(data);
  const building = `${data}.new`;
  await rm(building, { recursive: true, force: true });
  await mkdir(building, { mode: 0o700 });
  const builder = await chooseBuilder(parent, building, binaries);
  const { file, args, ...ids } = builder.command(binaries.initdb, [
    `--pgdata=${building}`,
    '--username=spate',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  await promisify(execFile)(file, args, { ...ids, cwd: '/', env: postgresEnvironment() });
  if (owner !== undefined) {
    await chownAll(building, owner);
    await chown(parent, owner, owner);
  }
  await rename(building, data);
  await syncFolder(parent);
}

/** initdb requires a named user, the server does not; root temporarily gives the folders to such a user. */
async function chooseBuilder(parent: string, building: string, binaries: Binaries): Promise<RunAs> {
  if (!isRoot()) return asMyself;
  const uid = await namedUid();
  await chown(parent, uid, uid);
  await chown(building, uid, uid);
  return asUser(uid, { program: binaries.initdb, folder: building });
}

/** PostgreSQL does not inherit the environment of the service, which may contain secrets. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function chownAll(path: string, uid: number): Promise<void> {
  const stats = await lstat(path);
  if (stats.isDirectory()) {
    for (const name of await readdir(path)) await chownAll(join(path, name), uid);
  }
  if (!stats.isSymbolicLink()) await chown(path, uid, uid);
}
