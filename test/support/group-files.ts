import type { TestFileNeeds } from './test-file-needs.ts';

/** A file that takes longer runs alone, so that other files of its group do not wait for it. */
const longS = 20;
const maxFiles = 30;
/** Below the duration of the longest files, so that groups do not prolong the run. */
const maxS = 45;

/**
 * Files that run in one process each: short files without requirements share one with their neighbours, because loading
 * modules takes most of their processor time. Longest first.
 */
export function groupFiles(
  files: readonly string[],
  {
    needsOf,
    expectedS,
  }: { needsOf(file: string): TestFileNeeds | undefined; expectedS(file: string): number },
): string[][] {
  const groups: string[][] = [];
  const sumS = (group: readonly string[]) => group.reduce((sum, file) => sum + expectedS(file), 0);
  let open: string[] = [];
  for (const file of files.toSorted()) {
    const needs = needsOf(file);
    const canShare = needs && !needs.runsAlone && !needs.startsService && needs.system.size === 0;
    if (!canShare || expectedS(file) > longS) {
      groups.push([file]);
      continue;
    }
    if (open.length === 0 || open.length === maxFiles || sumS(open) + expectedS(file) > maxS) {
      open = [];
      groups.push(open);
    }
    open.push(file);
  }
  return groups.toSorted((a, b) => sumS(b) - sumS(a));
}
