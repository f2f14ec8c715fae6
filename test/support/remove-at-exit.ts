import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/**
 * Removes a folder when this process exits for any reason, after killing the PostgreSQL server of a data folder in
 * it: a shell waits for the end of its input, which is the exit of this process. Returns a function that removes it
 * now.
 */
export function removeAtExit(folder: string, dataDir = folder): () => Promise<void> {
  const script = `cat > /dev/null
    pid=$(head -n 1 "$2/postgres/data/postmaster.pid" 2> /dev/null) && kill -QUIT "$pid" 2> /dev/null
    for try in 1 2 3 4 5 6 7 8 9; do rm -rf "$1" && exit; sleep 0.2; done`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', folder, dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Absolute paths, because a test may set another PATH.
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return async () => {
    shell.ref();
    shell.stdin.end();
    if (shell.exitCode === null) await once(shell, 'exit');
  };
}
