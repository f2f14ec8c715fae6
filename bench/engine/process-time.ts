import { readFileSync } from 'node:fs';

/** USER_HZ of Linux. */
const ticksPerSecond = 100;

/** Processor time of a process with its threads and child processes so far. */
export function processorUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ownUs = ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
  return childrenOf(pid).reduce((sum, child) => sum + processorUs(child), ownUs);
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Memory of a process and its child processes. */
export function residentKb(pid: number): number {
  return sumOf(pid, 'VmRSS');
}

/** The same without pages of files, such as programs and libraries: other processes share them, and the system can drop them. */
export function anonymousKb(pid: number): number {
  return sumOf(pid, 'RssAnon');
}

function sumOf(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const own = Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return childrenOf(pid).reduce((sum, child) => sum + sumOf(child, field), own);
}
