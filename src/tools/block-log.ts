import type { FileHandle } from 'node:fs/promises';
import type { FrameBlock, OwnCount } from '../metrics/frame-block.ts';
import {
  decodeBlock,
  ownCountInBlock,
  type ScannedBlocks,
  samplesInBlock,
  scanBlocks,
} from '../tool-process/block-codec.ts';
import { openRegular } from './safe-file.ts';
import type { ReadResult } from './tool.ts';

const maxLabels = 4000;
const chunkBytes = 2 * 2 ** 20;
/** Larger than any block. */
const largestChunkBytes = 128 * 2 ** 20;

/** Reads blocks appended since `offset` (in bytes), a few megabytes at most. */
export async function readBlockLog(path: string, offset: string | undefined): Promise<ReadResult> {
  const from = Number(offset ?? 0);
  const file = await openRegular(path);
  if (!file) {
    return { samples: [], offset: String(from) };
  }
  try {
    const { blocks, consumed } = decodeSome(await scanFrom(file, from));
    const generator = blocks.findLast((block) => block.generator)?.generator;
    return {
      samples: [],
      blocks,
      ...(generator ? { generator } : {}),
      offset: String(from + consumed),
    };
  } finally {
    await file.close();
  }
}

/**
 * Sums the sample counts in the block headers of a whole file, and counts invalid sections. `counted` is the sum of the own
 * counts of all parts of the runner; null when one of them is missing.
 */
export async function countBlockLog(
  path: string,
): Promise<{ records: number; unreadable: number; counted: number | null }> {
  const file = await openRegular(path);
  let records = 0;
  let unreadable = 0;
  const ownCounts = new Map<number, OwnCount>();
  if (!file) {
    return { records, unreadable, counted: null };
  }
  try {
    for (let at = 0; ; ) {
      const { bodies, gaps, consumed } = await scanFrom(file, at);
      for (const body of bodies) {
        records += samplesInBlock(body);
        const ownCount = ownCountInBlock(body);
        if (ownCount) {
          ownCounts.set(ownCount.part, ownCount);
        }
      }
      unreadable += gaps;
      at += consumed;
      if (consumed === 0) {
        return { records, unreadable, counted: sumOf([...ownCounts.values()]) };
      }
    }
  } finally {
    await file.close();
  }
}

function sumOf(ownCounts: readonly OwnCount[]): number | null {
  const isWhole = ownCounts.length > 0 && ownCounts.length === ownCounts[0]?.parts;
  return isWhole ? ownCounts.reduce((sum, { samples }) => sum + samples, 0) : null;
}

/** The chunk grows only until it contains one block. */
async function scanFrom(file: FileHandle, from: number): Promise<ScannedBlocks> {
  const { size } = await file.stat();
  const left = Math.max(0, size - from);
  for (let most = chunkBytes; ; most *= 2) {
    const length = Math.min(most, left);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
    const scanned = scanBlocks(buffer.subarray(0, bytesRead));
    if (scanned.consumed > 0 || bytesRead < most || most >= largestChunkBytes) {
      return scanned;
    }
  }
}

/** Decodes as many blocks as fit into memory. */
function decodeSome({ bodies, ends, consumed }: ScannedBlocks): { blocks: FrameBlock[]; consumed: number } {
  const blocks: FrameBlock[] = [];
  let labels = 0;
  for (const [at, body] of bodies.entries()) {
    const block = tryDecode(body);
    if (block) {
      blocks.push(block);
      labels += block.labels.size;
    }
    if (labels >= maxLabels && at < bodies.length - 1) {
      return { blocks, consumed: ends[at] ?? consumed };
    }
  }
  return { blocks, consumed };
}

/** Only Spate's engine writes valid blocks. Blocks forged by a script make the sample counts disagree. */
function tryDecode(body: Buffer): FrameBlock | undefined {
  try {
    return decodeBlock(body);
  } catch {
    return undefined;
  }
}
