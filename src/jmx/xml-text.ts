import { AppError } from '../domain/errors.ts';

/** Turns the bytes of an XML file into text: by byte-order mark, then by its declaration, else UTF-8. */
export function decodeXml(name: string, bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    throw new AppError(
      'plan_broken',
      `${name} declares the unknown encoding "${encoding}". Save it as UTF-8.`,
    );
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return 'utf-16be';
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return 'utf-16le';
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return 'utf-8';
  }
  const declaration = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  );
  return declaration?.[1] ?? 'utf-8';
}

const legalReference = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

/**
 * JMeter's parser takes control characters, written plainly or as references, which XML 1.0 forbids; plans
 * have them. They are blanked, because none of what is read from a plan depends on them.
 */
export function forgiveControlCharacters(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replace(/&#(?:x([0-9a-fA-F]+)|([0-9]+));/g, (reference, hex?: string, decimal?: string) =>
      legalReference(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ? reference : ' ',
    );
}

/** Unicode noncharacters, which XML allows: one for each control character. */
const firstStandIn = 0xfdd0;

/** Replaces control characters by noncharacters; `unhide` restores them. */
export function hideControlCharacters(text: string): string {
  const standIn = (code: number) => String.fromCharCode(firstStandIn + code);
  return forgiveControlCharacters(
    text
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (one) => standIn(one.charCodeAt(0)))
      .replace(/&#(?:x([0-9a-fA-F]+)|([0-9]+));/g, (reference, hex?: string, decimal?: string) => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code < 0x20 && !legalReference(code) ? standIn(code) : reference;
      }),
  );
}

export function unhideControlCharacters(text: string): string {
  return text.replace(/[\ufdd0-\ufdef]/g, (one) => String.fromCharCode(one.charCodeAt(0) - firstStandIn));
}

/** As JMeter reads its files: as UTF-8, whatever they say of themselves, unless their first bytes say otherwise. */
export function decodePlan(name: string, bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  return isUtf16 ? decodeXml(name, bytes) : new TextDecoder().decode(bytes);
}
