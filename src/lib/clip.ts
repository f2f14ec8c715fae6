export interface ClipLimits {
  maxTextLength: number;
  maxItems: number;
  /** Total of all texts; lists are truncated when it is used up. */
  maxCharacters: number;
}

/** The text, or its beginning if it is longer. */
export function clipText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Copies plain data with long texts and lists truncated. */
export function clip<T>(value: T, limits: ClipLimits): T {
  let left = limits.maxCharacters;
  const text = (whole: string): string => {
    left -= Math.min(whole.length, limits.maxTextLength);
    return clipText(whole, limits.maxTextLength);
  };
  const list = (items: readonly unknown[]): unknown[] => {
    const kept: unknown[] = [];
    for (const item of items) {
      if (kept.length >= limits.maxItems || left <= 0) break;
      kept.push(copy(item));
    }
    return kept;
  };
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part);
    if (Array.isArray(part)) return list(part);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copy(inner)]));
  };
  return copy(value) as T;
}
