import { crc32 } from 'node:zlib';
import type { GeneratorLoad, GeneratorReport } from '../domain/generator.ts';
import type { InFlight } from '../domain/in-flight.ts';
import { frameCaps, maxCodes } from '../metrics/caps.ts';
import { decodeFrame, encodeFrame, type FrameLimits, samplesIn } from '../metrics/frame.ts';
import type { FrameBlock, OwnCount } from '../metrics/frame-block.ts';

const magic = Buffer.from('SPB1', 'latin1');
const headerBytes = magic.length + 8;
const fixedBytes = 4 + 8 + 4 + 1 + 6 * 8;
/** Kinds of generator reports in a block. */
const onlyLatest = 1;
const both = 2;
/** The run figures include start-up in the lag, or in all figures. */
const bothWithStartIn = { lag: 3, all: 4 } as const;
/** Flag: requests in flight, or a count of the runner, follow the fixed part. */
const hasMore = 0x40;
const moreBytes = 8 + 2 + 2 + 4 + 8;
const reportKindAt = 16;
const maxBodyBytes = 64 * 2 ** 20;
/** Limit of hashed bytes without a match, per scanned byte: overlapping headers, which a script can write, would take minutes. */
const maxHashedShare = 4;
/** Generous limits against malicious files, which scripts can write. */
const limits: FrameLimits = {
  unpackedBytes: 8 * 2 ** 20,
  labels: frameCaps.maxLabels + 1,
  errors: 200 * frameCaps.maxErrorTexts,
  codes: maxCodes + 1,
};

/** Encodes a block with length and checksum, so that truncated blocks are detected. Append it with one write. */
export function encodeBlock(block: Omit<FrameBlock, 'samples'>): Buffer {
  const payload = encodeFrame({ ...block, seq: 0 });
  const { generator, ownCount } = block;
  const isMore = ownCount !== undefined || generator?.inFlight !== undefined;
  const bytes = Buffer.allocUnsafe(headerBytes + fixedBytes + (isMore ? moreBytes : 0) + payload.length);
  magic.copy(bytes);
  let at = bytes.writeUInt32BE(block.second, headerBytes);
  at = bytes.writeDoubleBE(block.firstStartedAtMs ?? Number.NaN, at);
  at = bytes.writeUInt32BE(block.usersNow, at);
  at = bytes.writeUInt8(reportKindOf(generator) | (isMore ? hasMore : 0), at);
  at = writeLoad(bytes, at, generator?.latest);
  at = writeLoad(bytes, at, generator?.run);
  if (isMore) at = writeMore(bytes, at, ownCount, generator?.inFlight);
  payload.copy(bytes, at);
  const body = bytes.subarray(headerBytes);
  bytes.writeUInt32BE(body.length, magic.length);
  bytes.writeUInt32BE(crc32(body), magic.length + 4);
  return bytes;
}

/** Sample count in the header of a block. */
export function samplesInBlock(body: Buffer): number {
  return samplesIn(payloadOf(body));
}

/** Throws on invalid data. */
export function decodeBlock(body: Buffer): FrameBlock {
  const firstStartedAtMs = body.readDoubleBE(4);
  const ownCount = ownCountInBlock(body);
  const { users, labels, second } = decodeFrame(0, body.readUInt32BE(0), payloadOf(body), limits);
  return {
    second,
    users,
    labels,
    samples: samplesInBlock(body),
    firstStartedAtMs: Number.isFinite(firstStartedAtMs) ? firstStartedAtMs : undefined,
    usersNow: body.readUInt32BE(12),
    generator: readReport(body),
    ...(ownCount ? { ownCount } : {}),
  };
}

/** Count of a part of the runner, if this is its last block. */
export function ownCountInBlock(body: Buffer): OwnCount | undefined {
  if (!isMoreIn(body)) return undefined;
  const parts = body.readUInt16BE(fixedBytes + 10);
  if (parts === 0) return undefined;
  return { samples: body.readDoubleBE(fixedBytes), part: body.readUInt16BE(fixedBytes + 8), parts };
}

function isMoreIn(body: Buffer): boolean {
  return (body.readUInt8(reportKindAt) & hasMore) !== 0 && body.length >= fixedBytes + moreBytes;
}

function payloadOf(body: Buffer): Buffer {
  return body.subarray(fixedBytes + (isMoreIn(body) ? moreBytes : 0));
}

function writeMore(
  bytes: Buffer,
  from: number,
  ownCount: OwnCount | undefined,
  inFlight: InFlight | undefined,
): number {
  let at = bytes.writeDoubleBE(ownCount?.samples ?? 0, from);
  at = bytes.writeUInt16BE(ownCount?.part ?? 0, at);
  at = bytes.writeUInt16BE(ownCount?.parts ?? 0, at);
  at = bytes.writeUInt32BE(inFlight?.requests ?? 0, at);
  return bytes.writeDoubleBE(inFlight?.oldestMs ?? Number.NaN, at);
}

function inFlightIn(body: Buffer): { inFlight: InFlight } | undefined {
  if (!isMoreIn(body)) return undefined;
  const oldestMs = body.readDoubleBE(fixedBytes + 16);
  return oldestMs >= 0 ? { inFlight: { requests: body.readUInt32BE(fixedBytes + 12), oldestMs } } : undefined;
}

function reportKindOf(generator: GeneratorReport | undefined): number {
  if (!generator) {
    return 0;
  }
  if (!generator.run) {
    return onlyLatest;
  }
  const { includesStart } = generator.run;
  return includesStart ? bothWithStartIn[includesStart] : both;
}

function writeLoad(bytes: Buffer, at: number, load: GeneratorLoad | undefined): number {
  const afterP99 = bytes.writeDoubleBE(load?.lagP99Ms ?? 0, at);
  const afterMax = bytes.writeDoubleBE(load?.lagMaxMs ?? 0, afterP99);
  return bytes.writeDoubleBE(load?.busyShare ?? 0, afterMax);
}

function readReport(body: Buffer): GeneratorReport | undefined {
  const what = body.readUInt8(reportKindAt) & ~hasMore;
  if (what < onlyLatest || what > bothWithStartIn.all) {
    return undefined;
  }
  const latest = readLoad(body, 17);
  if (what === onlyLatest) {
    return { latest, ...inFlightIn(body) };
  }
  const run = readLoad(body, 41);
  if (what === both) {
    return { latest, run, ...inFlightIn(body) };
  }
  const includesStart = what === bothWithStartIn.lag ? 'lag' : 'all';
  return { latest, run: { ...run, includesStart }, ...inFlightIn(body) };
}

function readLoad(body: Buffer, at: number): GeneratorLoad {
  return {
    lagP99Ms: body.readDoubleBE(at),
    lagMaxMs: body.readDoubleBE(at + 8),
    busyShare: body.readDoubleBE(at + 16),
  };
}

export interface ScannedBlocks {
  /** Bodies of complete blocks, in order. */
  bodies: Buffer[];
  /** End offset of each block. */
  ends: number[];
  /** Number of invalid stretches between blocks. */
  gaps: number;
  /** Processed bytes; the rest may be the start of a block. */
  consumed: number;
}

/**
 * Finds the complete blocks in a part of a file. A truncated block followed by a complete one is a gap; at the end, it is
 * left for the next call.
 */
export function scanBlocks(bytes: Buffer): ScannedBlocks {
  const bodies: Buffer[] = [];
  const ends: number[] = [];
  const budget = { bytes: maxHashedShare * bytes.length };
  let gaps = 0;
  let at = 0;
  while (at < bytes.length) {
    const whole = nextWhole(bytes, at, budget);
    if (!whole) {
      const rest = nextBeginning(bytes, at);
      return { bodies, ends, gaps: gaps + (rest > at ? 1 : 0), consumed: rest };
    }
    gaps += whole.start > at ? 1 : 0;
    bodies.push(bytes.subarray(whole.start + headerBytes, whole.end));
    ends.push(whole.end);
    at = whole.end;
  }
  return { bodies, ends, gaps, consumed: at };
}

function nextWhole(
  bytes: Buffer,
  from: number,
  budget: { bytes: number },
): { start: number; end: number } | undefined {
  for (let start = bytes.indexOf(magic, from); start >= 0; start = bytes.indexOf(magic, start + 1)) {
    const end = endOfBlock(bytes, start);
    if (end !== undefined && end <= bytes.length) {
      if (crc32(bytes.subarray(start + headerBytes, end)) === bytes.readUInt32BE(start + magic.length + 4)) {
        return { start, end };
      }
      budget.bytes -= end - start;
      if (budget.bytes < 0) return undefined;
    }
  }
  return undefined;
}

/** Start of an incomplete block at the end; the end of the data when there is none. */
function nextBeginning(bytes: Buffer, from: number): number {
  for (let start = bytes.indexOf(magic, from); start >= 0; start = bytes.indexOf(magic, start + 1)) {
    const end = endOfBlock(bytes, start);
    if (end === undefined ? start + headerBytes > bytes.length : end > bytes.length) {
      return start;
    }
  }
  for (let length = Math.min(magic.length - 1, bytes.length - from); length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(magic.subarray(0, length))) {
      return bytes.length - length;
    }
  }
  return bytes.length;
}

/** Undefined when the header is truncated or invalid. */
function endOfBlock(bytes: Buffer, start: number): number | undefined {
  if (start + headerBytes > bytes.length) {
    return undefined;
  }
  const length = bytes.readUInt32BE(start + magic.length);
  return length < fixedBytes || length > maxBodyBytes ? undefined : start + headerBytes + length;
}
