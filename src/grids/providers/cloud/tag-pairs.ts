import { invalidField } from './rejections.ts';

/** Limits of a cloud for tags. */
export interface TagLimits {
  /** Prefix of keys that the cloud reserves. */
  reserved: string;
  keyLength: number;
  valueLength: number;
  /** Tags of the user, beside those of the service. */
  count: number;
}

/** Reads `team=load, cost=7`. Throws `invalid` for keys that the cloud or the service reserves. */
export function readTagPairs(text: string, field: string, limits: TagLimits): [key: string, value: string][] {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    });
  const fail = (message: string) => {
    throw invalidField(field, `${field}: ${message}`);
  };
  const keys = new Set<string>();
  for (const [key, value] of pairs) {
    if ([limits.reserved, 'spate:'].some((prefix) => key.toLowerCase().startsWith(prefix)))
      fail(`keys that start with ${limits.reserved} or spate: are reserved ("${key}").`);
    if (key.length > limits.keyLength || value.length > limits.valueLength)
      fail(
        `a key has at most ${limits.keyLength} characters, and a value at most ${limits.valueLength} ("${key.slice(0, 40)}").`,
      );
    if (keys.has(key)) fail(`the key "${key}" is given twice.`);
    keys.add(key);
  }
  if (pairs.length > limits.count)
    fail(`at most ${limits.count} tags are allowed (these are ${pairs.length}).`);
  return pairs;
}
