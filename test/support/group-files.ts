import type { TestFileNeeds } from './test-file-needs.ts';

/** A file that takes longer runs alone, so that other files of its group do not wait for it. */
const longS = 20;
const maxFiles = 30;
/** Below the duration of the longest files, so that groups do not prolong the run. */
const maxS = 45;

/**
 * Files that run in one process each: short files share one with their neighbours that need the same tools, because
 * loading modules takes most of their processor time. Longest first.
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
  const openGroups = new Map<string, string[]>();
  for (const file of files.toSorted()) {
    const needs = needsOf(file);
    if (!needs || needs.runsAlone || expectedS(file) > longS) {
      groups.push([file]);
      continue;
    }
    const tools = needs.tools.toSorted().join();
    let open = openGroups.get(tools);
    if (open === undefined || open.length === maxFiles || sumS(open) + expectedS(file) > maxS) {
      open = [];
      openGroups.set(tools, open);
      groups.push(open);
    }
    open.push(file);
  }
  return groups.toSorted((a, b) => sumS(b) - sumS(a));
}
