export const maxLabelLength = 500;
export const maxMessageLength = 1000;
export const maxCodeLength = 100;

/**
 * Sanitizes text for storage: at most `maxLength` characters, truncated between code points, without NUL (rejected by
 * PostgreSQL) and lone surrogates (invalid in UTF-8).
 */
export function cleanText(text: string, maxLength: number): string {
  let clean = text.length > maxLength ? cut(text, maxLength) : text;
  if (!clean.isWellFormed()) clean = clean.toWellFormed();
  return clean.includes('\0') ? clean.replaceAll('\0', '\ufffd') : clean;
}

function cut(text: string, maxLength: number): string {
  const last = text.charCodeAt(maxLength - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfPair ? maxLength - 1 : maxLength);
}
