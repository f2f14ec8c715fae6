import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The lowest bit of the first byte says how the rest is packed, the others how it is laid out, so that both can change. */
const plain = 0;
const zstd = 1;

/** Below this, packing costs more than it saves. */
const minPackedBytes = 64;
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function pack(body: Buffer, layout = 0): Buffer {
  if (body.length >= minPackedBytes) {
    const packed = zstdCompressSync(body, options);
    if (packed.length < body.length) return Buffer.concat([Buffer.of(zstd + 2 * layout), packed]);
  }
  return Buffer.concat([Buffer.of(plain + 2 * layout), body]);
}

/** The layout that was packed; 0 also for what is no payload. */
export function layoutOf(payload: Uint8Array): number {
  return (payload[0] ?? 0) >> 1;
}

/** `maxBytes` bounds what rubbish can make us allocate. */
export function unpack(payload: Uint8Array, maxBytes: number, newestLayout = 0): Buffer {
  const first = payload[0];
  const format = layoutOf(payload) > newestLayout ? first : first && first & 1;
  const rest = payload.subarray(1);
  if (format === plain) return Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  if (format === zstd) return zstdDecompressSync(rest, { maxOutputLength: maxBytes });
  throw new Error(format === undefined ? 'it is empty' : `its format ${format} is not known`);
}
