import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const ticksPerSecond = 100;

/**
 * Processor time in seconds, user and system, of this process and of all descendants that have exited and been waited
 * for.
 */
export function processorTimeS(): number {
  let stat: string;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    // Not Linux: excludes descendants.
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // The fields utime, stime, cutime and cstime; the command's name before them may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

/** Busy time in seconds of all cores since the machine started, of all processes, including detached ones. */
export function machineBusyS(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
}

/** Folder in which each test process stores its processor time. */
export const timesVariable = 'SPATE_TEST_TIMES';

/** File for the time of a test file; a file each, since many test files end at the same time. */
export function timeFileName(testFile: string): string {
  return testFile.replaceAll(/[^\w.-]/g, '_').slice(-200);
}
