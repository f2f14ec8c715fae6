import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An HTTP server that records received requests. */
export interface Receiver extends AsyncDisposable {
  url: string;
  requests: { path: string; headers: Record<string, string | undefined>; body: string }[];
  /** Status of the next responses; 200 at first. */
  answerWith(status: number): void;
}

export async function startReceiver(): Promise<Receiver> {
  const requests: Receiver['requests'] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string | undefined>;
    requests.push({ path: request.url ?? '', headers, body });
    response.writeHead(status).end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith: (next) => {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}
