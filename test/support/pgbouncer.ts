import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../src/lib/free-port.ts';
import { afterwards } from './afterwards.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

/** PgBouncer in transaction mode, as in docs/operations.md, with few connections to the server at this port. Returns its port. */
export async function startPgBouncer(t: TestContext, serverPort: number): Promise<number> {
  const folder = await temporaryFolder(t);
  const port = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${serverPort} user=spate
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = statement_timeout
`,
  );
  await chmod(folder, 0o755);
  await chmod(config, 0o644);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'daemon'] : [];
  const child: ChildProcess = spawn('pgbouncer', [...user, config], { stdio: 'ignore' });
  afterwards(t, async () => {
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  await until('PgBouncer listens', () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    return new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  });
  return port;
}
