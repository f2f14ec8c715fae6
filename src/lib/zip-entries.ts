import { inflateRawSync } from 'node:zlib';

/** The bytes are not a zip file, or use unsupported features: encryption, zip64, other compression methods. */
export class BrokenZip extends Error {}

/** A file in a zip file. */
export interface ZipEntry {
  readonly name: string;
  /** The content. Throws BrokenZip when it has more than `maxBytes`. */
  read(maxBytes: number): Uint8Array;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const fileSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const fileBytes = 30;
const maxCommentBytes = 0xffff;

/** Files in the directory of a zip file; their content is read on demand. Throws BrokenZip. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return [...listed(zip)];
  } catch (error) {
    throw error instanceof RangeError ? new BrokenZip('it is cut off') : error;
  }
}

function* listed(zip: Buffer): Generator<ZipEntry> {
  const end = findEnd(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== entrySignature) {
      throw new BrokenZip('its directory is broken');
    }
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + entryBytes, at + entryBytes + nameLength);
    const position = at;
    if (!name.endsWith('/')) {
      yield { name, read: (maxBytes) => readEntry(zip, position, maxBytes) };
    }
    at += entryBytes + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - endBytes - maxCommentBytes);
  for (let at = zip.length - endBytes; at >= first; at--) {
    if (zip.readUInt32LE(at) === endSignature) {
      return at;
    }
  }
  throw new BrokenZip('it has no directory');
}

function readEntry(zip: Buffer, at: number, maxBytes: number): Uint8Array {
  try {
    const method = zip.readUInt16LE(at + 10);
    const packedBytes = zip.readUInt32LE(at + 20);
    const fileAt = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(fileAt) !== fileSignature) {
      throw new BrokenZip('an entry is not where its directory says');
    }
    const dataAt = fileAt + fileBytes + zip.readUInt16LE(fileAt + 26) + zip.readUInt16LE(fileAt + 28);
    const packed = zip.subarray(dataAt, dataAt + packedBytes);
    if (method === 0 && packed.length <= maxBytes) {
      return packed;
    }
    if (method === 8) {
      return inflateRawSync(packed, { maxOutputLength: maxBytes });
    }
    throw new BrokenZip('an entry is too large, or packed in another way');
  } catch (error) {
    throw error instanceof BrokenZip ? error : new BrokenZip('an entry cannot be unpacked');
  }
}
