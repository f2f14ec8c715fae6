import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { afterwards } from '../afterwards.ts';

/** A TCP proxy to a local port; calls `reached` once, when clients have sent this many bytes. */
export async function startCountingProxy(
  t: TestContext,
  target: { port: number; afterBytes: number; reached(): void },
): Promise<string> {
  let bytes = 0;
  let isReached = false;
  const server = createServer((client) => {
    const upstream = connect(target.port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // An end is passed on by `pipe`, after the bytes before it.
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
    client.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (isReached || bytes < target.afterBytes) return;
      isReached = true;
      target.reached();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(t, () => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
