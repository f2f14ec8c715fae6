import type { FileHandle } from 'node:fs/promises';
import { parseSample } from '../tool-process/sample-line.ts';
import { openRegular } from './safe-file.ts';
import type { ReadResult } from './tool.ts';

const chunkBytes = 2 * 2 ** 20;
const largestLineBytes = 16 * 2 ** 20;
const lineFeed = 0x0a;
const closeBracket = 0x5d;

/** Reads what a sample log has gained since `offset`, a few megabytes at most. The offset is a number of bytes. */
export async function readSampleLog(path: string, offset: string | undefined): Promise<ReadResult> {
  const from = Number(offset ?? 0);
  const file = await openRegular(path);
  if (!file) {
    return { samples: [], offset: String(from) };
  }
  try {
    const lines = await readLines(file, from);
    const samples = lines
      .toString('utf8')
      .split('\n')
      .map(parseSample)
      .filter((sample) => sample !== undefined);
    return { samples, offset: String(from + lines.length) };
  } finally {
    await file.close();
  }
}

/** Whole lines from `from` on. The chunk grows only while not even one line fits. */
async function readLines(file: FileHandle, from: number): Promise<Buffer> {
  const { size } = await file.stat();
  for (let most = chunkBytes; ; most *= 2) {
    const length = Math.min(most, Math.max(0, size - from));
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
    const end = buffer.subarray(0, bytesRead).lastIndexOf(lineFeed);
    if (end >= 0 || bytesRead < most) {
      return buffer.subarray(0, end + 1);
    }
    if (most >= largestLineBytes) {
      throw new Error(`A line of the sample log is larger than ${largestLineBytes} bytes`);
    }
  }
}

/**
 * Counts the lines of a whole sample log without parsing them: those that begin and end as a sample does, and those that
 * do not. What has no line feed yet is neither.
 */
export async function countSampleLog(path: string): Promise<{ records: number; unreadable: number }> {
  const file = await openRegular(path);
  let records = 0;
  let unreadable = 0;
  if (!file) {
    return { records, unreadable };
  }
  let head = '';
  let last: number | undefined;
  for await (const data of file.createReadStream({ highWaterMark: 2 ** 20 })) {
    const chunk: Buffer = data;
    for (let at = 0; at < chunk.length; ) {
      const found = chunk.indexOf(lineFeed, at);
      const end = found < 0 ? chunk.length : found;
      if (head.length < 2) {
        head += chunk.toString('latin1', at, Math.min(end, at + 2 - head.length));
      }
      last = end > at ? chunk[end - 1] : last;
      at = end + 1;
      if (found < 0) {
        break;
      }
      if (head === '["' && last === closeBracket) {
        records += 1;
      } else {
        unreadable += 1;
      }
      head = '';
      last = undefined;
    }
  }
  return { records, unreadable };
}
