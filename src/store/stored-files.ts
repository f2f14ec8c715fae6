import type { Queryable } from './database.ts';

/** A file that a run or an archive refers to. */
export interface StoredFileRecord {
  storageKey: string;
  sizeBytes: number;
  /** Null for archives: their checksum is verified at the upload only. */
  sha256: string | null;
}

export async function hasStoredFiles(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select exists (select from run_files where removed_at is null)
       or exists (select from archives where removed_at is null) as found`,
  );
  return row?.found ?? false;
}

/** All files that are not removed, each once, in the order of their keys. */
export async function* storedFiles(db: Queryable): AsyncGenerator<StoredFileRecord> {
  for (let after = ''; ; ) {
    const page = await db.query<StoredFileRecord>(
      `select storage_key as "storageKey", max(size_bytes)::float8 as "sizeBytes", max(sha256) as sha256 from (
         select storage_key, size_bytes, sha256 from run_files where removed_at is null
         union all
         select storage_key, size_bytes, null from archives where removed_at is null) as files
       where storage_key > $1 group by storage_key order by storage_key limit 500`,
      [after],
    );
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.storageKey;
  }
}
