import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 22;

/** A public id: 128 random bits as 22 characters of [0-9A-Za-z]. */
export function newId(): string {
  return idFrom(randomBytes(16));
}

/** The id of 128 given bits. */
export function idFrom(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes.subarray(0, 16)).toString('hex')}`);
  let text = '';
  for (let place = 0; place < idLength; place++) {
    text = alphabet[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
}

/** Whether the text has the format of newId. */
export function isId(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}
