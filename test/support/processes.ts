import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { isLiving, readStat } from '../../src/lib/process-identity.ts';
import { testProgram } from './programs.ts';

/** A program by the file name of its executable, such as `java`; with a script where one executable runs many programs. */
export interface Program {
  executable: string;
  /** File name and arguments that follow each other in the command line, such as `main.ts`, `agent`. */
  script?: readonly string[];
}

export const java: Program = { executable: 'java' };
export const nodeAgent: Program = {
  executable: 'node',
  script: [basename(testProgram('src/main.ts')), 'agent'],
};
/** Our engine, from its cached bundle. */
export const engineProcess: Program = { executable: 'node', script: ['main.mjs', 'engine.json'] };

export interface ProcessRow {
  pid: number;
  parentPid: number;
  /** Undefined for kernel threads and processes of other users. */
  executable: string | undefined;
  commandLine: readonly string[];
}

/**
 * Ids of running processes of the program (default: any) that have the folder in their command line or an ancestor's.
 */
export function processesBelow(folder: string, program?: Program): number[] {
  const rows = listProcesses();
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const isBelow = (row: ProcessRow | undefined): boolean =>
    row !== undefined &&
    (row.commandLine.some((argument) => argument.includes(folder)) || isBelow(byPid.get(row.parentPid)));
  const counts = (row: ProcessRow) =>
    !program || (runs(row, program) && !isUnexecutedFork(row, byPid.get(row.parentPid)));
  return rows.filter((row) => counts(row) && isBelow(row)).map((row) => row.pid);
}

/** Until a forked child executes its program, it shows the executable and the command line of its parent. */
function isUnexecutedFork(row: ProcessRow, parent: ProcessRow | undefined): boolean {
  return (
    parent !== undefined &&
    row.executable === parent.executable &&
    row.commandLine.join('\0') === parent.commandLine.join('\0')
  );
}

function runs({ executable, commandLine }: ProcessRow, { executable: name, script = [] }: Program): boolean {
  if (executable === undefined || basename(executable) !== name) return false;
  const names = commandLine.map((argument) => basename(argument));
  return names.some((_, at) => script.every((word, offset) => names[at + 1 + offset] === word));
}

/** All running processes that are visible here. */
export function listProcesses(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readStat(Number(name));
      if (!stat || !isLiving(stat)) return [];
      const commandLine = read(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')) ?? '';
      return {
        pid: stat.pid,
        parentPid: stat.parentPid,
        executable: read(() => readlinkSync(`/proc/${name}/exe`)),
        commandLine: commandLine.split('\0').slice(0, -1),
      };
    });
}

/** Undefined when the process has exited or is not readable. */
function read(look: () => string): string | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
