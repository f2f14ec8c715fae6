import type { OroRegex } from '../../languages/oro-regex/oro-regex.ts';
import type { Text, User } from '../core.ts';
import { regexKeeper } from '../languages/regex-keeper.ts';

/** Which embedded resources of a page are downloaded, and how. */
export interface EmbeddedSettings {
  readonly isConcurrent: boolean;
  /** Maximum concurrent downloads. */
  atOnce(user: User): number;
  isAllowed(user: User): (url: string) => boolean;
  isExcluded(user: User): (url: string) => boolean;
}

const defaultPool = 6;

export function embeddedSettings(
  isConcurrent: boolean,
  pool: Text,
  allowed: Text,
  excluded: Text,
): EmbeddedSettings {
  return {
    isConcurrent,
    atOnce: (user) => {
      const size = pool.evaluate(user);
      return !isConcurrent ? 1 : /^[+-]?\d+$/.test(size) ? Math.max(1, Number(size)) : defaultPool;
    },
    isAllowed: matcher(allowed, true),
    isExcluded: matcher(excluded, false),
  };
}

/** Matches the whole URL. `without`: the result without an expression. */
function matcher(text: Text, without: boolean): (user: User) => (url: string) => boolean {
  if (text.constant === '') {
    return () => () => without;
  }
  const regexOf = regexKeeper(text);
  return (user) => {
    const pattern = text.evaluate(user);
    if (pattern === '') {
      return () => without;
    }
    const regex: OroRegex = regexOf(pattern, user);
    return (url) => regex.isAllOf(url);
  };
}
