import type { TestContext } from 'node:test';
import { silentLog } from '../../src/lib/log.ts';
import { parseS3Url } from '../../src/lib/s3-url.ts';
import type { FileStore } from '../../src/store/file-store.ts';
import { openFolderStore } from '../../src/store/files/folder-store.ts';
import { connectS3 } from '../../src/store/files/s3-client.ts';
import { unfinishedUploads } from '../../src/store/files/s3-listing.ts';
import { openS3Store } from '../../src/store/files/s3-store.ts';
import { unknownFiles } from '../../src/store/retention.ts';
import { storedFiles } from '../../src/store/stored-files.ts';
import { afterwards } from '../support/afterwards.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { filesPrefix, type Stage } from './stage.ts';

/** Files without a row and unfinished uploads, which the hourly clean-up of the service deletes a day later. */
export interface Orphans {
  files: number;
  uploads: number;
}

export interface StoredFiles {
  /** Rows whose file is missing or has another size. */
  missing(): Promise<string[]>;
  /** Deletes what has no row, as found by the queries of the clean-up. */
  removeOrphans(): Promise<Orphans>;
}

export async function openStoredFiles(t: TestContext, stage: Stage): Promise<StoredFiles> {
  const db = {
    query: <Row extends object>(text: string, values?: unknown[]) =>
      stage.sql(text, values) as Promise<Row[]>,
  };
  const store = await openStore(t, stage);
  afterwards(t, () => store.close());
  const isUnfinished = unfinishedIn(t, stage);
  return {
    async missing() {
      const found: string[] = [];
      for await (const { storageKey, sizeBytes } of storedFiles(db)) {
        const size = await store.sizeOf(storageKey);
        if (size !== sizeBytes) found.push(`the stored file ${storageKey} has ${size} of ${sizeBytes} bytes`);
      }
      return found;
    },
    async removeOrphans() {
      const before = new Date(Date.now() + 60_000);
      const keys = await Array.fromAsync(store.keysBefore(before));
      const unknown = await unknownFiles(db, keys);
      for (const key of unknown) await store.remove(key);
      const uploads = await isUnfinished();
      if (uploads > 0) await store.sweepUnfinished(before);
      return { files: unknown.length, uploads };
    },
  };
}

async function openStore(t: TestContext, { folders, others }: Stage): Promise<FileStore> {
  const [folder = ''] = folders;
  if (!others) return openFolderStore(folder);
  const { storage } = others;
  const place = parseS3Url(`s3://${storage.bucket}/${filesPrefix}`);
  if (!place) throw new Error('The address of the bucket is not valid.');
  return openS3Store({
    place,
    access: storage.access,
    stagingFolder: await temporaryFolder(t),
    log: silentLog,
  });
}

/** Counts unfinished multipart uploads. */
function unfinishedIn(t: TestContext, { others }: Stage): () => Promise<number> {
  if (!others) return async () => 0;
  const { access, bucket } = others.storage;
  const client = connectS3(access);
  afterwards(t, () => client.destroy());
  return async () => (await Array.fromAsync(unfinishedUploads({ client, bucket, prefix: '' }))).length;
}
