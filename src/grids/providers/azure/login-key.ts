import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** A public key in the format of OpenSSH whose private key is discarded: the login cannot be used. */
export async function unusableLoginKey(): Promise<string> {
  const { publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const parts = [Buffer.from('ssh-rsa'), integer(e), integer(n)].map((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return Buffer.concat([length, part]);
  });
  return `ssh-rsa ${Buffer.concat(parts).toString('base64')} unused`;
}

/** With a leading zero byte, because the first bit is a sign. */
function integer(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
}
