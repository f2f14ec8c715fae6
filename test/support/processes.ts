import { readdirSync, readFileSync } from 'node:fs';

interface ProcessRow {
  pid: number;
  parent: number;
  commandLine: string;
}

/** Processes with all the words in their command line, below an ancestor whose command line names the folder. */
export function processesBelow(folder: string, ...words: string[]): number[] {
  const rows = listProcesses();
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const isBelow = (row: ProcessRow | undefined): boolean =>
    row !== undefined && (row.commandLine.includes(folder) || isBelow(byPid.get(row.parent)));
  return rows
    .filter((row) => words.every((word) => row.commandLine.includes(word)) && isBelow(row))
    .map((row) => row.pid);
}

function listProcesses(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, commandLine }];
      } catch {
        return [];
      }
    });
}
