import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SentFrame } from '../../protocol/frame-message.ts';
import { encodeRecord, type Progress, type SpoolRecord } from './record.ts';
import { RecordReader } from './record-reader.ts';

/** Interval of the sparse index from frame number to file position. */
const recordsPerMark = 64;

const initialProgress: Progress = {
  offset: undefined,
  lastSeq: 0,
  samplesFramed: 0,
  samplesMoved: 0,
  firstSampleAtMs: null,
  users: 0,
  clockOffsetMs: 0,
  open: null,
};

interface Mark {
  /** Number of the first frame at or after `position`. */
  seq: number;
  position: number;
}

/**
 * Append-only file with the frames of one execution. A record survives any crash once `append` has resolved; `open`
 * truncates an incomplete one.
 */
export class Spool {
  readonly #file: FileHandle;
  readonly #marks: Mark[] = [{ seq: 1, position: 0 }];
  #progress = initialProgress;
  #end = 0;
  #records = 0;
  /** End of the last read; most reads continue there. */
  #hint: Mark = { seq: 1, position: 0 };

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<Spool> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const spool = new Spool(file);
      await spool.#recover();
      await syncFolder(dirname(path));
      return spool;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Progress of the last complete record. */
  get progress(): Progress {
    return this.#progress;
  }

  get sizeBytes(): number {
    return this.#end;
  }

  /** Resolves when the record is synced to disk. When it throws, the file is unchanged. */
  async append(record: SpoolRecord): Promise<void> {
    const bytes = encodeRecord(record);
    try {
      await this.#write(bytes);
      await this.#file.datasync();
    } catch (error) {
      await this.#file.truncate(this.#end).catch(() => {});
      throw error;
    }
    this.#noteRecord(record, this.#end, this.#end + bytes.length);
  }

  /** Converts the open second, if any, into the last frame. */
  async closeSecond(): Promise<void> {
    const { open, lastSeq } = this.#progress;
    if (!open) return;
    const seq = lastSeq + 1;
    const frames = [{ seq, second: open.second, payload: open.payload }];
    await this.append({ progress: { ...this.#progress, lastSeq: seq, open: null }, frames });
  }

  /** Frames from `fromSeq` on, in order, up to `maxBytes` but at least one if available. */
  async read(fromSeq: number, maxBytes: number): Promise<SentFrame[]> {
    const frames: SentFrame[] = [];
    let bytes = 0;
    const start = this.#startFor(fromSeq);
    const reader = new RecordReader(this.#file, start.position, this.#end);
    for (let placed = await reader.next(); placed; placed = await reader.next()) {
      for (const frame of placed.record.frames) {
        if (frame.seq < fromSeq) continue;
        bytes += frame.payload.byteLength;
        if (frames.length > 0 && bytes > maxBytes) {
          this.#hint = { seq: frame.seq, position: placed.position };
          return frames;
        }
        frames.push(frame);
      }
      if (placed.record.progress.lastSeq >= fromSeq) {
        this.#hint = { seq: placed.record.progress.lastSeq + 1, position: placed.end };
      }
      if (bytes >= maxBytes) break;
    }
    return frames;
  }

  /** All current frames; holds one record at a time in memory. */
  async *frames(): AsyncGenerator<SentFrame> {
    const reader = new RecordReader(this.#file, 0, this.#end);
    for (let placed = await reader.next(); placed; placed = await reader.next()) yield* placed.record.frames;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #recover(): Promise<void> {
    const { size } = await this.#file.stat();
    const reader = new RecordReader(this.#file, 0, size);
    for (let placed = await reader.next(); placed; placed = await reader.next()) {
      this.#noteRecord(placed.record, placed.position, placed.end);
    }
    if (this.#end === size) return;
    await this.#file.truncate(this.#end);
    await this.#file.sync();
  }

  async #write(bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const result = await this.#file.write(bytes, written, bytes.length - written, this.#end + written);
      written += result.bytesWritten;
    }
  }

  #noteRecord(record: SpoolRecord, position: number, end: number): void {
    if (this.#records % recordsPerMark === 0) {
      this.#marks.push({ seq: this.#progress.lastSeq + 1, position });
    }
    this.#records++;
    this.#progress = record.progress;
    this.#end = end;
  }

  #startFor(seq: number): Mark {
    if (this.#hint.seq === seq) return this.#hint;
    let low = 0;
    let high = this.#marks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#marks[middle]?.seq ?? Infinity) <= seq) low = middle;
      else high = middle - 1;
    }
    return this.#marks[low] ?? { seq: 1, position: 0 };
  }
}

/** Makes the directory entry of a new file durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
