import { baseName } from '../plan-file.ts';
import type { ConstantName } from './constant-names.ts';

/**
 * The uploaded file that shares the longest path suffix with a name: names built from constants often refer to one of
 * several files of the same base name. Of several, the one that equals the suffix. The suffix must contain the parts
 * that depend on the node.
 */
export function closestUpload(
  { path, nodeAt }: ConstantName,
  uploaded: readonly string[],
): string | undefined {
  const needed = nodeAt === undefined ? 1 : foldersOf(path.slice(nodeAt)).length;
  return closest(path, needed, uploaded) ?? closest(path.toLowerCase(), needed, uploaded, lower);
}

const lower = (name: string) => name.toLowerCase();

function closest(
  path: string,
  needed: number,
  uploaded: readonly string[],
  asCompared = (name: string) => name,
): string | undefined {
  const wanted = foldersOf(path);
  const sameName = uploaded.filter((name) => asCompared(baseName(name)) === wanted.at(-1));
  const lengths = sameName.map((name) => commonEnd(wanted, foldersOf(asCompared(name))));
  const most = lengths.reduce((one, other) => Math.max(one, other), 0);
  const nearest = sameName.filter((_, index) => lengths[index] === most);
  const whole = nearest.find((name) => foldersOf(name).length === most);
  return most >= needed && (whole !== undefined || nearest.length === 1) ? (whole ?? nearest[0]) : undefined;
}

const foldersOf = (path: string) => path.split(/[/\\]+/);

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) {
    length += 1;
  }
  return length;
}
