import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** wrk with 50 connections, the fastest that one core can ask. It asks the same and looks at nothing. */
export async function startWrk(
  url: string,
  connections: number,
  seconds: number,
  core: number,
): Promise<{ pid: number; ended: Promise<unknown> }> {
  const child = spawn(
    'taskset',
    [
      ...['-c', String(core), 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`],
      ...['-H', 'Authorization: Bearer abcdef0123456789', '-H', 'X-Trace: trace-1'],
      ...['-H', 'Accept: application/json', '-H', 'User-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)', url],
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, ended };
}
