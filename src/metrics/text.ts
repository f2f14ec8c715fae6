export const maxLabelLength = 500;
export const maxMessageLength = 1000;
export const maxCodeLength = 100;

/**
 * Sanitizes text for storage: at most `maxLength` characters, truncated between code points, without NUL (rejected by
 * PostgreSQL) and lone surrogates (invalid in UTF-8).
 */
export function cleanText(text: string, maxLength: number): string {
  return storableText(text.length > maxLength ? cut(text, maxLength) : text);
}

/** The same without a limit. */
export function storableText(text: string): string {
  const clean = text.isWellFormed() ? text : text.toWellFormed();
  return clean.includes('\0') ? clean.replaceAll('\0', '\ufffd') : clean;
}

function cut(text: string, maxLength: number): string {
  const last = text.charCodeAt(maxLength - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfPair ? maxLength - 1 : maxLength);
}
