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
import { findOrMakeKey, replaceKey } from '../store/service-keys.ts';
import { hasStoredFiles } from '../store/stored-files.ts';

/** Where the files of a database are, recorded in it, so that no service looks for them elsewhere. */
interface FilesPlace {
  /** `s3://…`, or `folder` and the id of the folder. */
  place: string;
}

interface FilesInput {
  config: Config;
  database: Database;
  /** Id of the data folder. */
  folderId: string;
  /** No other service is running on the database. */
  isAlone: boolean;
  log: Log;
}

const placeKey = 'file-store';

/**
 * Opens the configured file store, without the unfinished uploads of a killed service: each service has its own data folder.
 * Throws `conflict` when the files of the database are in another store.
 */
export async function openFiles({
  config,
  database,
  folderId,
  isAlone,
  log,
}: FilesInput): Promise<FileStore> {
  const folder = `folder ${folderId}`;
  const place = config.files ?? folder;
  const hasFiles = await hasStoredFiles(database);
  // Earlier versions recorded no place and stored all files in the data folder.
  const make = async (): Promise<FilesPlace> => ({ place: hasFiles ? folder : place });
  const recorded = await findOrMakeKey(database, placeKey, make);
  if (recorded.place !== place) {
    if (hasFiles || !isAlone) throw otherPlace(config.files, recorded.place);
    await recordFilesPlace(database, place);
  }
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

export async function recordFilesPlace(database: Database, place: string): Promise<void> {
  await replaceKey(database, placeKey, { place } satisfies FilesPlace);
}

function otherPlace(configured: string | null, recorded: string): AppError {
  if (recorded.startsWith('s3://'))
    return new AppError(
      'conflict',
      configured === null
        ? `The files of this database are in ${recorded}. Set SPATE_FILES=${recorded}.`
        : `The files of this database are in ${recorded}, but SPATE_FILES is ${configured}. Set SPATE_FILES=${recorded}.`,
    );
  return new AppError(
    'conflict',
    configured === null
      ? 'The files of this database are in the data folder of another service. Services with separate data folders require SPATE_FILES=s3://…; move the files with `spate files move`.'
      : `The files of this database are in the data folder, but SPATE_FILES is ${configured}. Move them with \`spate files move\`.`,
  );
}
