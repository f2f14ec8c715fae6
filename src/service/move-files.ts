import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FilesMoved } from '../cli/parts.ts';
import type { Config } from '../config/config.ts';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../lib/log.ts';
import { folderFile, keptFolder } from '../store/files/folder-store.ts';
import type { S3Store } from '../store/files/s3-store.ts';
import { type StoredFileRecord, storedFiles } from '../store/stored-files.ts';
import { countWorkers } from '../store/workers.ts';
import { recordFilesPlace } from './files-place.ts';
import { openBucket } from './open-files.ts';
import { withDatabase } from './reach-database.ts';

/** Heartbeats are sent every 2 s; a killed service counts as running for this time. */
const runningWithinMs = 10_000;

/**
 * Copies the files of the data folder to the bucket of SPATE_FILES. Files that are there already are skipped, so an
 * interrupted call can be repeated. When no service is running, the database then refers to the bucket.
 */
export async function moveFiles(
  config: Config,
  log: Log,
  tell: (moved: FilesMoved) => void,
): Promise<FilesMoved> {
  const url = config.files;
  if (url === null)
    throw new AppError(
      'invalid',
      'The target is not set. Set SPATE_FILES, or --files, to s3://bucket/prefix.',
    );
  const dataDir = await realpath(config.dataDir);
  return withDatabase(config, log, async (database) => {
    const store = await openBucket(config, url, database, log);
    try {
      // Checked before copying, because a running service adds files that this call does not see.
      const isRunning = (await countWorkers(database, runningWithinMs)) > 0;
      const moved: FilesMoved = {
        copied: 0,
        copiedBytes: 0,
        present: 0,
        missing: [],
        folder: keptFolder(dataDir),
        isSwitched: false,
      };
      for await (const record of storedFiles(database)) {
        await moveFile(store, dataDir, record, moved);
        tell(moved);
      }
      if (isRunning || (await countWorkers(database, runningWithinMs)) > 0) return moved;
      await recordFilesPlace(database, url);
      return { ...moved, isSwitched: true };
    } finally {
      store.close();
    }
  });
}

async function moveFile(
  store: S3Store,
  dataDir: string,
  { storageKey, sizeBytes, sha256: expected }: StoredFileRecord,
  moved: FilesMoved,
): Promise<void> {
  const there = await store.describe(storageKey);
  if (there && there.sizeBytes === sizeBytes && (expected === null || there.sha256 === expected)) {
    moved.present++;
    return;
  }
  const file = await folderFile(dataDir, storageKey);
  if (!file) {
    moved.missing.push(storageKey);
    return;
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash);
  const sha256 = hash.digest('hex');
  if (file.sizeBytes !== sizeBytes || (expected !== null && sha256 !== expected)) {
    throw new AppError(
      'conflict',
      `${file.path} does not match its size and checksum in the database. Restore the file from a backup, then repeat the command.`,
    );
  }
  await store.put(storageKey, { path: file.path, sizeBytes, sha256 });
  moved.copied++;
  moved.copiedBytes += sizeBytes;
}
