import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that counts the requests it has answered. */
export async function startCountingTarget() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get requests() {
      return requests;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
