import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** First byte: the lowest bit is the compression, the others are the layout version. */
const plain = 0;
const zstd = 1;

/** Smaller data is not compressed. */
const minPackedBytes = 64;
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function pack(body: Buffer, layout = 0): Buffer {
  if (body.length >= minPackedBytes) {
    const packed = zstdCompressSync(body, options);
    if (packed.length < body.length) return Buffer.concat([Buffer.of(zstd + 2 * layout), packed]);
  }
  return Buffer.concat([Buffer.of(plain + 2 * layout), body]);
}

/** Layout version; 0 for an empty payload. */
export function layoutOf(payload: Uint8Array): number {
  return (payload[0] ?? 0) >> 1;
}

/** `maxBytes` limits the allocation for corrupt data. */
export function unpack(payload: Uint8Array, maxBytes: number, newestLayout = 0): Buffer {
  const first = payload[0];
  const format = layoutOf(payload) > newestLayout ? first : first && first & 1;
  const rest = payload.subarray(1);
  if (format === plain) return Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  if (format === zstd) return zstdDecompressSync(rest, { maxOutputLength: maxBytes });
  throw new Error(format === undefined ? 'it is empty' : `unknown format ${format}`);
}
