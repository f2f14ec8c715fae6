import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCa, makeServerCertificate } from '../../src/api/tls/certificates.ts';
import { trustCa } from '../../src/cli/service/trust.ts';
import { afterwards } from '../support/afterwards.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type FrameFault, type FrameRewriter, frameRewriter } from './frame-rewriter.ts';
import { Wires } from './wire.ts';

/** TLS certificate of all gateways. */
export interface GatewayKeys {
  /** CA of the certificate, as a file. */
  ca: string;
  cert: string;
  key: string;
}

export async function makeGatewayKeys(t: TestContext): Promise<GatewayKeys> {
  const ca = await makeCa(Date.now(), 'chaos');
  const { certificatePem, keyPem } = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
  const path = join(await temporaryFolder(t), 'ca.pem');
  await writeFile(path, ca.certificatePem);
  trustCa(ca.certificatePem);
  return { ca: path, cert: certificatePem, key: keyPem };
}

export interface Gateway {
  url: string;
  wires: Wires;
  /** For a while, applies to the binary frames of WebSocket clients. Returns whether a frame was changed. */
  changeFrames(fault: FrameFault, forMs: number): Promise<boolean>;
}

/** TLS in front of a plain port: passes on requests, and WebSocket connections frame by frame. */
export async function startGateway(t: TestContext, port: number, keys: GatewayKeys): Promise<Gateway> {
  const wires = new Wires();
  const rewriters = new Map<FrameRewriter, (bytes: Buffer) => void>();
  let frameFault: FrameFault;
  let changes = 0;

  // Behind the TLS end, in front of the service: this is where bytes are lost.
  const inner = await startTcp(t, wires, () => connect(port, '127.0.0.1'));
  const server: Server = createServer({ cert: keys.cert, key: keys.key }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https' };
    const passed = httpRequest(
      { port: inner.port, host: '127.0.0.1', method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.on('upgrade', (request, client, head) => {
    const upstream = connect(port, '127.0.0.1');
    const lines = [`${request.method} ${request.url} HTTP/1.1`, 'x-forwarded-proto: https'];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    const rewriter = frameRewriter(
      () => frameFault,
      () => {
        changes += 1;
      },
    );
    rewriters.set(rewriter, (bytes) => upstream.write(bytes));
    upstream.on('close', () => rewriters.delete(rewriter));
    wires.join(client, upstream, rewriter.rewrite);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wires,
    async changeFrames(fault, forMs) {
      const before = changes;
      frameFault = fault;
      await sleep(forMs);
      frameFault = undefined;
      for (const [rewriter, send] of rewriters) send(rewriter.release());
      return changes > before;
    },
  };
}

/** A port whose connections lead to where `open` connects. */
export async function startTcp(
  t: TestContext,
  wires: Wires,
  open: () => ReturnType<typeof connect>,
): Promise<{ port: number }> {
  const server: TcpServer = createTcpServer((client) => wires.join(client, open()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(t, () => {
    server.close();
    wires.reset();
  });
  return { port: (server.address() as AddressInfo).port };
}
