import type { Readable } from 'node:stream';
import type { ByteRange } from '../lib/byte-range.ts';

/** An uploaded file on the local disk without an owner. */
export interface Staged {
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface StageLimits {
  maxBytes: number;
  /** Throws disk_full when less than this would remain free. */
  minFreeBytes?: number;
}

/** Requests by which nodes transfer files without the service. Their addresses are secrets for some minutes. */
export interface DirectTransfers {
  /** Larger files go through the service. */
  readonly maxUploadBytes: number;
  /** Address of a GET of a stored file, whole or in part. */
  download(storageKey: string): Promise<string>;
  /** A PUT of a file under this key. The storage rejects other bytes. */
  upload(
    storageKey: string,
    file: Omit<Staged, 'path'>,
  ): Promise<{ url: string; headers: Record<string, string> }>;
}

/** Plans, data files and archives: in the data folder, or on S3. Results of `stage` and `keep` are durable. */
export interface FileStore {
  /**
   * Writes a stream to the local disk, where plan checks read it. Above a limit, it stops reading, removes the file and
   * throws too_large or disk_full.
   */
  stage(stream: Readable, limits: StageLimits): Promise<Staged>;
  /** Moves a staged file into the store; returns its random key. */
  keep(staged: Staged): Promise<string>;
  /** Undefined when the file does not exist. */
  sizeOf(storageKey: string): Promise<number | undefined>;
  /** Opens a stored file, whole or one range; files_expired when it does not exist. */
  open(storageKey: string, range?: ByteRange): Promise<Readable>;
  /** Path of a stored file on this machine; undefined when the store is elsewhere. */
  localPath(storageKey: string): string | undefined;
  /** No effect when the file does not exist. */
  remove(storageKey: string): Promise<void>;
  discard(stagedPath: string): Promise<void>;
  /** Free disk space for stored files, for unprivileged users; null when they are not on a disk. */
  freeBytes(): Promise<number | null>;
  /** Deletes staged files and unfinished uploads older than this; returns their number. */
  sweepUnfinished(olderThan: Date): Promise<number>;
  /** Keys of all stored files older than this. */
  keysBefore(olderThan: Date): AsyncGenerator<string>;
  /** Undefined when all files go through the service. */
  readonly direct?: DirectTransfers | undefined;
  close(): void;
}
