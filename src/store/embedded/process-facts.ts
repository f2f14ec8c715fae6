import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { askPs, hasProc, identifyProcess, type ProcessIdentity } from '../../lib/process-identity.ts';

/** Whether the process is a PostgreSQL with this data folder. */
export function isPostgresIn(pid: number, folder: string): boolean {
  if (!hasProc()) return askPs(pid, 'command').includes(folder);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && /^postgres\b/.test(basename(executableOf(pid)));
  } catch {
    return false;
  }
}

/** Executable of a process; ends in ` (deleted)` when its file was replaced. Empty when unknown. */
export function executableOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/** All PostgreSQL processes with this folder; empty without /proc. */
export function postgresProcessesIn(folder: string): ProcessIdentity[] {
  if (!hasProc()) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(pid, folder))
    .map(identifyProcess)
    .filter((identity) => identity !== undefined);
}
