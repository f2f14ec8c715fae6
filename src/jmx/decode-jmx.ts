import { AppError } from '../domain/errors.ts';

/** JMeter reads plans as UTF-8 and ignores the declared encoding. Throws `plan_broken` for UTF-16, which it cannot read. */
export function decodeJmx(fileName: string, bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new AppError('plan_broken', `${fileName} is UTF-16, which JMeter cannot read. Save it as UTF-8.`);
  }
  return new TextDecoder().decode(bytes);
}

/** Unicode noncharacters, which XML allows: one for each control character. */
const firstStandIn = 0xfdd0;
const reference = /&#(?:x([0-9a-fA-F]+)|([0-9]+));/g;

/**
 * Replaces control characters by noncharacters; `unhide` restores them. JMeter's parser accepts control characters, also as
 * references, which XML 1.0 forbids. Other forbidden characters become spaces.
 */
export function hideControlCharacters(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (one) => standIn(one.charCodeAt(0)))
    .replace(/[\ufffe\uffff]/g, ' ')
    .replace(reference, (written, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (isLegal(code)) {
        return written;
      }
      return code < 0x20 ? standIn(code) : ' ';
    });
}

export function unhideControlCharacters(text: string): string {
  return text.replace(/[\ufdd0-\ufdef]/g, (one) => String.fromCharCode(one.charCodeAt(0) - firstStandIn));
}

const standIn = (code: number) => String.fromCharCode(firstStandIn + code);

const isLegal = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
