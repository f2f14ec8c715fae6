import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestService } from '../../test/support/service.ts';

/** Pins a process and its threads to one core. */
export function pin(pid: number, core: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
}

/** Pins the service and its PostgreSQL to one core; later child processes inherit it. */
export function pinService(service: TestService, core: number): void {
  const postmaster = Number(
    readFileSync(`${service.dataDir}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0],
  );
  for (const pid of [service.pid(), ...childrenOf(service.pid()), postmaster, ...childrenOf(postmaster)]) {
    pin(pid, core);
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
