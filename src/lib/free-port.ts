import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ListenOptions, type Server } from 'node:net';

const firstPort = 10_000;

/**
 * A port for a program that this process starts. Nothing listens on it at this moment, no outgoing connection gets it
 * (unless the machine uses nearly all ports for these), and no other caller of this function, in any process, receives
 * it until this process ends.
 */
export async function freePort(): Promise<number> {
  const count = (await firstEphemeralPort()) - firstPort;
  const start = Math.floor(Math.random() * count);
  for (let tried = 0; tried < count; tried++) {
    const port = firstPort + ((start + tried) % count);
    if ((await isReserved(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No free port from ${firstPort} to ${firstPort + count - 1}.`);
}

/** First port of the kernel's range for outgoing connections. */
async function firstEphemeralPort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  const first = Number.parseInt(range, 10);
  return first > firstPort ? first : 32_768;
}

/** Holds an abstract socket until this process ends. False: another process, or an earlier call, holds it. */
async function isReserved(port: number): Promise<boolean> {
  const reservation = await listening({ path: `\0spate-port-${port}` });
  reservation?.unref();
  return reservation !== undefined;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listening({ port, exclusive: true });
  if (server === undefined) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** Undefined: the address is in use. */
async function listening(address: ListenOptions): Promise<Server | undefined> {
  const server = createServer().listen(address);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}
