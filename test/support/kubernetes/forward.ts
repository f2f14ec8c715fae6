import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

/** Address to listen on or connect to: a path of a Unix socket, or `host:port`. */
export type Endpoint = string;

/** Forwards connections. A socket file of an earlier listener is replaced. */
export async function forward(from: Endpoint, to: Endpoint): Promise<Server> {
  const server = createServer((incoming) => join(incoming, connect(addressOf(to))));
  if (from.startsWith('/')) rmSync(from, { force: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(addressOf(from), resolve);
  await promise;
  return server;
}

function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    // An end is passed on by `pipe`, after the bytes before it.
    from.pipe(to);
    from.on('error', () => to.destroy());
  }
}

function addressOf(endpoint: Endpoint): { path: string } | { host: string; port: number } {
  if (endpoint.startsWith('/')) return { path: endpoint };
  const at = endpoint.lastIndexOf(':');
  return { host: endpoint.slice(0, at), port: Number(endpoint.slice(at + 1)) };
}

const [, program = '', from, to] = process.argv;
if (import.meta.url === pathToFileURL(program).href && from !== undefined && to !== undefined)
  await forward(from, to);
