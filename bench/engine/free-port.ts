import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** Returns a port that is currently unused. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
