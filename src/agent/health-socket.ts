import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../lib/log.ts';
import { fitsSocket } from '../lib/socket-path.ts';

/** `missing`: no agent runs in the folder, or it does not respond. */
export type NodeHealth = 'connected' | 'disconnected' | 'missing';

export const healthSocketName = 'health.sock';

const answerTimeoutMs = 5_000;

/**
 * Answers `askHealth` of other processes of the same user, through a socket in the agent's folder. The folder must be locked. A
 * folder that cannot have a socket is logged: the node works without one.
 */
export async function serveHealth(
  dir: string,
  isConnected: () => boolean,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const path = join(dir, healthSocketName);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(isConnected() ? 'connected' : 'disconnected');
  });
  try {
    if (!fitsSocket(path)) throw new Error('The path is too long for a socket.');
    // Left over from a killed agent.
    await rm(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
  } catch (error) {
    log.warn({ path, err: error }, 'agent.health.not_served');
    return { close: async () => {} };
  }
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** Asks the agent that runs in a folder whether it is connected to the service. */
export async function askHealth(dir: string): Promise<NodeHealth> {
  const path = join(dir, healthSocketName);
  if (!fitsSocket(path)) return 'missing';
  const socket = createConnection({ path });
  socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error('The agent does not respond.')));
  try {
    return (await text(socket)) === 'connected' ? 'connected' : 'disconnected';
  } catch {
    return 'missing';
  }
}
