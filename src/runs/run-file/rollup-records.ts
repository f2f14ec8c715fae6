import { type RollupRow, type Span, spans } from '../../store/rollups.ts';

/** A roll-up over all grids, without its run. */
export type RollupRecord = Pick<RollupRow, 'spanS' | 'startS' | 'payload'> & { total: Buffer | null };

const headBytes = 16;

/** Span, start and sizes as 32-bit numbers, then payload and total. */
export function encodeRecord({ spanS, startS, payload, total }: RollupRecord): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(spanS, 0);
  head.writeUInt32BE(startS, 4);
  head.writeUInt32BE(payload.length, 8);
  head.writeUInt32BE(total?.length ?? 0, 12);
  return Buffer.concat([head, payload, ...(total ? [total] : [])]);
}

/** Throws on invalid data. */
export function* decodeRecords(bytes: Buffer): Generator<RollupRecord> {
  let at = 0;
  const take = (size: number) => {
    if (at + size > bytes.length) throw new Error('a roll-up is cut');
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.length) {
    const head = take(headBytes);
    const spanS = head.readUInt32BE(0) as Span;
    const startS = head.readUInt32BE(4);
    if (!spans.includes(spanS) || startS > 2 ** 31 - 1) throw new Error('a roll-up has an invalid time');
    const payload = take(head.readUInt32BE(8));
    const totalBytes = head.readUInt32BE(12);
    yield { spanS, startS, payload, total: totalBytes === 0 ? null : take(totalBytes) };
  }
}
