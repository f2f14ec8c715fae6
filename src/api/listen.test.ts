import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, get as httpsGet, request as httpsRequest } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect as tlsConnect } from 'node:tls';
import { type FastifyInstance, fastify } from 'fastify';
import WebSocket, { WebSocketServer } from 'ws';
import { systemClock } from '../lib/clock.ts';
import { silentLog } from '../lib/log.ts';
import { type Listening, listen } from './listen.ts';
import { createLocalTls, type TlsSource } from './tls/tls-source.ts';

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

function makeApp(): FastifyInstance {
  const app = fastify({ logger: false });
  app.get('/hello', async (request) => ({ isEncrypted: 'encrypted' in request.raw.socket }));
  app.post('/echo', async (request) => request.body);
  return app;
}

describe('listen with TLS', () => {
  let dataDir: string;
  let tls: TlsSource;
  let listening: Listening;
  let app: FastifyInstance;
  let ca: string;
  const sockets = new WebSocketServer({ noServer: true });

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spate-listen-'));
    tls = await createLocalTls({ dataDir, hosts: [], clock: systemClock, log: silentLog });
    ca = (await tls.load()).cert;
    app = makeApp();
    app.server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (client) =>
        client.on('message', (data) => client.send(data)),
      );
    });
    listening = await listen(app, { host: '127.0.0.1', port: 0, tls });
  });
  after(async () => {
    await listening.close();
    sockets.close();
    await rm(dataDir, { recursive: true });
  });

  it('serves https with a certificate signed by the local CA', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    httpsGet(`${listening.url}/hello`, { ca, agent: false }, resolve).on('error', reject);
    const response = await promise;
    assert.equal(response.statusCode, 200);
    assert.deepEqual(JSON.parse(await bodyOf(response)), { isEncrypted: true });
  });

  it('redirects plain HTTP on the same port with 308, host and path kept', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const url = `http://127.0.0.1:${listening.port}/runs?page=2&x=%20`;
    httpGet(url, { headers: { host: 'load.example:8443' }, agent: false }, resolve).on('error', reject);
    const response = await promise;
    assert.equal(response.statusCode, 308);
    assert.equal(response.headers.location, 'https://load.example:8443/runs?page=2&x=%20');
    assert.match(JSON.parse(await bodyOf(response)).error, /HTTPS/);
  });

  it('redirects a plain upload without reading its body first', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const upload = httpRequest(
      `http://127.0.0.1:${listening.port}/runs`,
      { method: 'POST', agent: false, headers: { 'content-length': 10_000_000 } },
      resolve,
    );
    upload.on('error', reject);
    upload.write(Buffer.alloc(64 * 1024));
    const response = await promise;
    assert.equal(response.statusCode, 308);
    upload.on('error', () => {}).destroy();
  });

  it('replaces a missing or implausible host by its own address', async () => {
    for (const host of ['bad host', 'evil.example/path', '']) {
      const answer = await talk(listening.port, `GET /x HTTP/1.0\r\nHost: ${host}\r\n\r\n`);
      assert.match(
        answer,
        new RegExp(`location: https://127\\.0\\.0\\.1:${listening.port}/x\r\n`, 'i'),
        host,
      );
    }
  });

  it('keeps a TLS connection alive over several requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
    const used = new Set<Socket>();
    for (const text of ['one', 'two']) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const headers = { 'content-type': 'application/json' };
      const request = httpsRequest(`${listening.url}/echo`, { method: 'POST', agent, headers }, resolve);
      request.on('error', reject).on('socket', (socket) => used.add(socket));
      request.end(JSON.stringify({ text }));
      assert.deepEqual(JSON.parse(await bodyOf(await promise)), { text });
    }
    assert.equal(used.size, 1);
    agent.destroy();
  });

  it('passes WebSocket upgrades through on the TLS side', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const client = new WebSocket(`wss://127.0.0.1:${listening.port}/agent`, { ca });
    client.on('error', reject).on('message', (data) => resolve(String(data)));
    client.on('open', () => client.send('ping'));
    assert.equal(await promise, 'ping');
    client.terminate();
  });

  it('accepts a handshake that arrives byte by byte', async () => {
    const proxy = createServer((client) => {
      const server = connect(listening.port, '127.0.0.1').setNoDelay(true);
      client.on('data', (chunk: Buffer) => {
        for (const byte of chunk) server.write(Buffer.from([byte]));
      });
      client.on('error', () => {}).once('close', () => server.destroy());
      // The service ends the connection while the client's last bytes are in transit.
      server.on('error', () => {}).pipe(client);
    });
    await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
    const { port } = proxy.address() as AddressInfo;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    httpsGet(`https://127.0.0.1:${port}/hello`, { ca, agent: false }, resolve).on('error', reject);
    assert.equal((await promise).statusCode, 200);
    proxy.close();
  });

  it('closes a connection whose client disconnects after the handshake', async () => {
    const client = tlsConnect({ port: listening.port, host: '127.0.0.1', ca });
    await new Promise<void>((ready, failed) => client.once('secureConnect', ready).once('error', failed));
    client.destroy();
    const deadline = Date.now() + 10_000;
    while ((await connectionsOf(app)) > 0) {
      assert.ok(Date.now() < deadline, 'the connection is still there');
      await new Promise((later) => setTimeout(later, 10));
    }
  });

  it('survives clients that send nothing, invalid data or incomplete requests', async () => {
    const silent = connect(listening.port, '127.0.0.1');
    const half = connect(listening.port, '127.0.0.1');
    half.write('GET / HT');
    await talk(listening.port, '\u0000\u0001\u0002rubbish\r\n\r\n');
    await talk(listening.port, Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]));
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    httpsGet(`${listening.url}/hello`, { ca, agent: false }, resolve).on('error', reject);
    assert.equal((await promise).statusCode, 200);
    silent.destroy();
    half.destroy();
  });
});

describe('listen without TLS', () => {
  it('speaks plain HTTP', async () => {
    const listening = await listen(makeApp(), { host: '127.0.0.1', port: 0, tls: undefined });
    try {
      const response = await fetch(`${listening.url}/hello`);
      assert.deepEqual(await response.json(), { isEncrypted: false });
      assert.equal(listening.caPath, null);
    } finally {
      await listening.close();
    }
  });

  it('fails if the port is in use', async () => {
    const first = await listen(makeApp(), { host: '127.0.0.1', port: 0, tls: undefined });
    const second = makeApp();
    await assert.rejects(listen(second, { host: '127.0.0.1', port: first.port, tls: undefined }), {
      code: 'EADDRINUSE',
    });
    await second.close();
    await first.close();
  });
});

describe('closing', () => {
  it('closes connections that do not end in time', async () => {
    const listening = await listen(makeApp(), {
      host: '127.0.0.1',
      port: 0,
      tls: undefined,
      closeGraceMs: 10,
    });
    const client = connect(listening.port, '127.0.0.1');
    const { promise, resolve } = Promise.withResolvers<void>();
    client.once('connect', () =>
      client.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n12'),
    );
    client.once('close', () => resolve()).on('error', () => {});
    await new Promise((connected) => client.once('connect', connected));
    await listening.close();
    await promise;
  });
});

function connectionsOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Sends data and reads until the server closes the connection. */
async function talk(port: number, text: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {}).once('close', () => resolve(answer));
  socket.write(text);
  return promise;
}
