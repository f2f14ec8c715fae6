import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The first byte says how the rest is packed, so that it can change. */
const plain = 0;
const zstd = 1;

/** Below this, packing costs more than it saves. */
const minPackedBytes = 64;
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function pack(body: Buffer): Buffer {
  if (body.length >= minPackedBytes) {
    const packed = zstdCompressSync(body, options);
    if (packed.length < body.length) return Buffer.concat([Buffer.of(zstd), packed]);
  }
  return Buffer.concat([Buffer.of(plain), body]);
}

/** `maxBytes` bounds what rubbish can make us allocate. */
export function unpack(payload: Uint8Array, maxBytes: number): Buffer {
  const format = payload[0];
  const rest = payload.subarray(1);
  if (format === plain) return Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  if (format === zstd) return zstdDecompressSync(rest, { maxOutputLength: maxBytes });
  throw new Error(format === undefined ? 'it is empty' : `its format ${format} is not known`);
}
