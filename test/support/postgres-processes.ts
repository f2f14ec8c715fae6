import { readFileSync } from 'node:fs';

/** The server and its children: with only the server stopped, open connections continue to work. */
export function postgresPids(server: number): number[] {
  return [server, ...childrenOf(server)];
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // Ended meanwhile.
    return [];
  }
}
