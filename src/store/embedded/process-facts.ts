import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A process, told apart from a later one with the same pid by when it began. */
export interface ProcessIdentity {
  pid: number;
  began: string;
}

/** The running process with this pid; undefined when there is none or it is a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!hasProc()) return identifyWithPs(pid);
  try {
    // The name in parentheses may hold anything, so count from the last one: state is field 3, start time field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s/s, '')
      .split(' ');
    const began = fields[19];
    return fields[0] === 'Z' || fields[0] === 'X' || began === undefined ? undefined : { pid, began };
  } catch {
    return undefined;
  }
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.began === identity.began;
}

/** True when the process is a PostgreSQL that works in this data folder. */
export function isPostgresIn(pid: number, folder: string): boolean {
  if (!hasProc()) return runPs(pid, 'command=').includes(folder);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && /^postgres\b/.test(basename(executableOf(pid)));
  } catch {
    return false;
  }
}

/** The program a process runs; ends in ` (deleted)` when its file has been replaced. Empty when that cannot be known. */
export function executableOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/** All PostgreSQL processes that work in this folder; empty where the system cannot tell. */
export function postgresProcessesIn(folder: string): ProcessIdentity[] {
  if (!hasProc()) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(pid, folder))
    .map(identifyProcess)
    .filter((identity) => identity !== undefined);
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat');
}

function identifyWithPs(pid: number): ProcessIdentity | undefined {
  const began = runPs(pid, 'lstart=');
  return began === '' || runPs(pid, 'state=').startsWith('Z') ? undefined : { pid, began };
}

function runPs(pid: number, field: string): string {
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
