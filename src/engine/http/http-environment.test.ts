import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { makeWeakCertificate } from '../testing/weak-tls.ts';
import { Wheel } from '../time/wheel.ts';
import { Connection } from './connection.ts';
import { createHttpEnvironment } from './http-environment.ts';

const handshake = 22;

const numbered = (length: number, bytes: number) => {
  const field = Buffer.alloc(bytes);
  field.writeUIntBE(length, 0, bytes);
  return field;
};

const message = (type: number, content: Buffer) =>
  Buffer.concat([Buffer.from([type]), numbered(content.length, 3), content]);

/** Hello, certificate and done of a server from before RFC 5746: TLS_RSA_WITH_AES_128_CBC_SHA and no extensions. */
function oldHello(certificate: Buffer): Buffer {
  const hello = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    Buffer.from([0]),
    Buffer.from([0, 0x2f, 0]),
  ]);
  const one = Buffer.concat([numbered(certificate.length, 3), certificate]);
  const messages = Buffer.concat([
    message(2, hello),
    message(11, Buffer.concat([numbered(one.length, 3), one])),
    message(14, Buffer.alloc(0)),
  ]);
  return Buffer.concat([Buffer.from([handshake, 3, 3]), numbered(messages.length, 2), messages]);
}

it('connects to a server without secure renegotiation', async (t) => {
  const { certificatePem } = await makeWeakCertificate();
  const hello = oldHello(new X509Certificate(certificatePem).raw);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(hello);
      socket.once('data', (answer: Buffer) => resolve(answer[0]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const nowMs = () => performance.timeOrigin + performance.now();
  const connection = new Connection(createHttpEnvironment(new Wheel(nowMs), nowMs), {
    ...{ key: '', host: '127.0.0.1', port, isTls: true, serverName: '127.0.0.1' },
    ...{ localAddress: undefined, connectTimeoutMs: 0 },
  });
  t.after(async () => {
    connection.close();
    server.close();
    await once(server, 'close');
  });
  // A handshake record, not an alert.
  assert.equal(await promise, handshake);
});
