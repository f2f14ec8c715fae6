import { rm } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { AppError } from '../domain/errors.ts';
import { newId } from '../lib/id.ts';
import type { Log } from '../lib/log.ts';
import { parseS3Url } from '../lib/s3-url.ts';
import type { Database } from '../store/database.ts';
import type { FileStore } from '../store/file-store.ts';
import { openFolderStore, stagingFolder } from '../store/files/folder-store.ts';
import type { S3Store } from '../store/files/s3-store.ts';
import { findOrMakeKey } from '../store/service-keys.ts';

/**
 * Opens the configured file store, without the unfinished uploads of a killed service: the data folder is locked, so no
 * other service writes into it.
 */
export async function openFiles(config: Config, database: Database, log: Log): Promise<FileStore> {
  await rm(stagingFolder(config.dataDir), { recursive: true, force: true });
  return config.files === null
    ? openFolderStore(config.dataDir)
    : openBucket(config, config.files, database, log);
}

/** Opens the bucket of SPATE_FILES. Throws `conflict` when another database uses it. */
export async function openBucket(
  config: Config,
  url: string,
  database: Database,
  log: Log,
): Promise<S3Store> {
  const place = parseS3Url(url);
  if (!place) throw new Error(`${url} is not an S3 address.`);
  // Loaded on demand: other services do not need the SDK.
  const { openS3Store } = await import('../store/files/s3-store.ts');
  const store = await openS3Store({
    place,
    access: {
      endpoint: config.s3Endpoint,
      region: config.s3Region,
      isPathStyle: config.s3PathStyle,
      accessKeyId: config.s3AccessKeyId,
      secretAccessKey: config.s3SecretAccessKey,
    },
    stagingFolder: stagingFolder(config.dataDir),
    isDirect: config.filesDirect,
    log,
  });
  try {
    const owner = JSON.stringify(await findOrMakeKey(database, 'file-store-owner', async () => newId()));
    if ((await store.claim('spate-owner.json', owner)) === owner) return store;
    // Otherwise its retention job would delete the files of the other database.
    throw new AppError('conflict', `${url} has the files of another Spate database. Choose another prefix.`);
  } catch (error) {
    store.close();
    throw error;
  }
}
