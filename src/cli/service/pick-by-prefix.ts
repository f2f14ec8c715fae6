import { CliError } from '../cli-error.ts';

const shortestPrefix = 4;

/** The only item whose id has the prefix. Throws CliError if the prefix is too short or ambiguous. */
export function pickByPrefix<T extends { uuid: string }>(
  prefix: string,
  things: readonly T[],
  noun: string,
  show: (thing: T) => string,
): T | undefined {
  if (!/^[A-Za-z0-9]+$/.test(prefix)) return undefined;
  const found = things.filter((thing) => thing.uuid.startsWith(prefix));
  if (prefix.length < shortestPrefix) {
    if (found.length === 0) return undefined;
    throw new CliError(
      `"${prefix}" is too short for a ${noun} id.`,
      `Use at least the first ${shortestPrefix} characters.`,
    );
  }
  if (found.length > 1) {
    const list = found.slice(0, 5).map((thing) => `\n         ${show(thing)}`);
    throw new CliError(
      `"${prefix}" matches several ${noun}s.`,
      `Use more characters of the id:${list.join('')}`,
    );
  }
  return found[0];
}
