import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const rounds = 300;

/** Kills all processes of these sessions, and resolves when none is left. */
export async function endSessions(leaders: ReadonlySet<number>): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const members = sessionMembers(leaders);
    if (members.length === 0) {
      return;
    }
    for (const pid of members) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Exited in the meantime.
      }
    }
    await delay(10);
  }
}

function sessionMembers(leaders: ReadonlySet<number>): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = readStat(pid);
      return stat !== undefined && stat.state !== 'Z' && leaders.has(stat.session);
    });
}

function readStat(pid: number): { state: string; session: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', session: Number(fields[3]) };
  } catch {
    return undefined;
  }
}
