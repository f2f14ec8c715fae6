import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestService } from '../../test/support/service.ts';

/** Pins a process and its threads to one core. */
export function pin(pid: number, core: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
}

/** Pins the service and its PostgreSQL to one core; later child processes inherit it. */
export function pinService(service: TestService, core: number): void {
  const postmaster = postmasterOf(service.dataDir);
  for (const pid of [service.pid(), ...childrenOf(service.pid()), postmaster, ...childrenOf(postmaster)]) {
    pin(pid, core);
  }
}

/** Process id of the PostgreSQL in a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(`${dataDir}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0]);
}

/** Processor time of a process since its start, including its threads and child processes, also exited ones. */
export function processorMs(pid: number): number {
  const own = [pid, ...childrenOf(pid)].map((each) => ticksOf(each, each === pid));
  return own.reduce((sum, ticks) => sum + ticks, 0) * msPerTick;
}

const msPerTick = 10;

function ticksOf(pid: number, hasChildren: boolean): number {
  const stat = statOf(pid);
  // utime, stime, and those of ended children; the name before them may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, hasChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
}

/** Empty for a process that has exited: its time is then that of its parent. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function childrenOf(pid: number): number[] {
  const list = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return list
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child as number);
}
