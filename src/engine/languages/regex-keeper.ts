import { OroRegex } from '../../languages/oro-regex/oro-regex.ts';
import { RegexRefusal, translateRegex } from '../../languages/oro-regex/translate-regex.ts';
import type { Text, User } from '../core.ts';

const maxCached = 1000;

/** Compiles a constant expression once for all users of a worker. Throws before the run if it is not supported. */
function constantRegex(pattern: string): (user: User) => OroRegex {
  translateRegex(pattern);
  let regex: OroRegex | undefined;
  return (user) => {
    regex ??= regexFor(user, pattern);
    return regex;
  };
}

/** Compiles the evaluated text of a property, with a cache. */
export function regexKeeper(text: Text): (pattern: string, user: User) => OroRegex {
  if (text.constant !== undefined) {
    const regexOf = constantRegex(text.constant);
    return (_, user) => regexOf(user);
  }
  const known = new Map<string, OroRegex>();
  return (pattern, user) => {
    let regex = known.get(pattern);
    if (!regex) {
      regex = compileFor(user, pattern);
      if (known.size >= maxCached) {
        known.clear();
      }
      known.set(pattern, regex);
    }
    return regex;
  };
}

/** Stops the test when variables form an expression that is not supported. */
function compileFor(user: User, pattern: string): OroRegex {
  try {
    return regexFor(user, pattern);
  } catch (error) {
    if (error instanceof RegexRefusal) {
      user.runner.refuse(`The expression ${pattern} has ${error.message}`);
    }
    throw error;
  }
}

/** Stops the test when a search would block all users of the thread. */
const regexFor = ({ runner }: User, pattern: string) =>
  new OroRegex(pattern, (reason) => runner.refuse(reason));
