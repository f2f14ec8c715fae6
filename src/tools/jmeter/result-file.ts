import type { FileHandle } from 'node:fs/promises';
import type { Sample } from '../../metrics/sample.ts';
import { openRegular } from '../safe-file.ts';
import type { ReadResult } from '../tool.ts';
import { completeRecords, splitRecord, splitRecords } from './csv-records.ts';

const chunkBytes = 2 * 2 ** 20;
/** A failure message can contain a whole response. */
const largestRecordBytes = 64 * 2 ** 20;
const headerBytes = 64 * 1024;

/** Reads records appended since `offset` (in bytes), a few megabytes at most. */
export async function readSamples(path: string, offset: string | undefined): Promise<ReadResult> {
  const file = await openRegular(path);
  if (!file) {
    return { samples: [], offset: offset ?? '0' };
  }
  try {
    const header = await readHeader(file);
    if (!header) {
      return { samples: [], offset: offset ?? '0' };
    }
    const from = Math.max(Number(offset ?? 0), header.lengthBytes);
    const records = await readComplete(file, from);
    const samples = splitRecords(records.toString('utf8'))
      .map((record) => toSample(splitRecord(record), header.columns))
      .filter((sample) => sample !== undefined);
    return { samples, offset: String(from + records.length) };
  } finally {
    await file.close();
  }
}

async function readHeader(file: FileHandle): Promise<{ columns: Columns; lengthBytes: number } | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  if (end < 0) {
    return undefined;
  }
  const names = splitRecord(buffer.toString('utf8', 0, end).replace(/\r$/, ''));
  const column = (name: string) => names.indexOf(name);
  return {
    lengthBytes: end + 1,
    columns: {
      timeStamp: column('timeStamp'),
      elapsed: column('elapsed'),
      label: column('label'),
      responseCode: column('responseCode'),
      responseMessage: column('responseMessage'),
      success: column('success'),
      failureMessage: column('failureMessage'),
      bytes: column('bytes'),
      sentBytes: column('sentBytes'),
      allThreads: column('allThreads'),
      latency: column('Latency'),
      connect: column('Connect'),
    },
  };
}

/** Complete records from `from` on. The chunk grows only until it contains one record. */
async function readComplete(file: FileHandle, from: number): Promise<Buffer> {
  for (let length = chunkBytes; ; length *= 2) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
    const complete = completeRecords(buffer.subarray(0, bytesRead));
    if (complete.length > 0 || bytesRead < length) {
      return complete;
    }
    if (length >= largestRecordBytes) {
      throw new Error(`A record of the result file is larger than ${largestRecordBytes} bytes`);
    }
  }
}

type ColumnName =
  | 'timeStamp'
  | 'elapsed'
  | 'label'
  | 'responseCode'
  | 'responseMessage'
  | 'success'
  | 'failureMessage'
  | 'bytes'
  | 'sentBytes'
  | 'allThreads'
  | 'latency'
  | 'connect';
type Columns = Record<ColumnName, number>;

function toSample(fields: readonly string[], columns: Columns): Sample | undefined {
  const text = (name: ColumnName) => fields[columns[name]] ?? '';
  const count = (name: ColumnName) => Math.max(0, Number(text(name)) || 0);
  if (!/^\d+$/.test(text('timeStamp'))) {
    return undefined;
  }
  const isPassed = text('success') === 'true';
  return {
    label: text('label'),
    startedAtMs: Number(text('timeStamp')),
    elapsedUs: count('elapsed') * 1000,
    latencyUs: count('latency') * 1000,
    connectUs: count('connect') * 1000,
    isPassed,
    code: text('responseCode'),
    message: isPassed ? '' : text('failureMessage') || text('responseMessage'),
    bytesIn: count('bytes'),
    bytesOut: count('sentBytes'),
    users: count('allThreads'),
  };
}

/** Counts the records of a whole result file, independently of reading them, and those that do not begin with a time. */
export async function countRecords(path: string): Promise<{ records: number; unreadable: number }> {
  const file = await openRegular(path);
  let records = -1;
  let unreadable = 0;
  let isQuoted = false;
  let isAtStart = true;
  if (!file) {
    return { records: 0, unreadable: 0 };
  }
  for await (const chunk of file.createReadStream({ highWaterMark: 2 ** 20 })) {
    for (const byte of chunk as Buffer) {
      if (isAtStart && records >= 0 && (byte < 0x30 || byte > 0x39)) {
        unreadable += 1;
      }
      isAtStart = false;
      // The header ends at the first line feed, as for readSamples.
      if (byte === 0x22 && records >= 0) {
        isQuoted = !isQuoted;
      } else if (byte === 0x0a && !isQuoted) {
        records += 1;
        isAtStart = true;
      }
    }
  }
  return { records: Math.max(0, records), unreadable };
}
