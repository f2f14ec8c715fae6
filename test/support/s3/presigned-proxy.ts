import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { afterwards } from '../afterwards.ts';

/** An HTTP proxy to a local S3 server that counts presigned and other transfers of files, and can reject presigned ones. */
export interface PresignedProxy {
  endpoint: string;
  /** Number of requests such as `PUT presigned` or `GET signed`. */
  counts: Map<string, number>;
  rejectPresigned(): void;
}

export async function startPresignedProxy(t: TestContext, target: string): Promise<PresignedProxy> {
  const counts = new Map<string, number>();
  let isRejecting = false;
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const isPresigned = request.url?.includes('X-Amz-Signature=') ?? false;
    const kind = `${request.method} ${isPresigned ? 'presigned' : 'signed'}`;
    if (request.url?.includes('/files/')) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (isPresigned && isRejecting) {
      request.resume();
      response.writeHead(403).end();
      return;
    }
    // With the host header of the client, which is part of the signature.
    const { method, url: path, headers } = request;
    const passed = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    rejectPresigned() {
      isRejecting = true;
    },
  };
}
