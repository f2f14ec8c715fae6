import { Client } from 'undici';
import { Connection, type Exchange, type Route } from '../../src/engine/http/connection.ts';
import { createHttpEnvironment } from '../../src/engine/http/http-environment.ts';
import { Wheel } from '../../src/engine/time/wheel.ts';

/** Sends one request after the other on one connection, and calls `hasResponse` for each complete response. */
export type OpenConnection = (port: number, hasResponse: (body: Buffer) => void) => { send(): void };

const nowMs = () => performance.timeOrigin + performance.now();
const path = '/thing?id=1234';

const failed = (error: unknown): never => {
  throw error;
};

function ours(): OpenConnection {
  const environment = createHttpEnvironment(new Wheel(nowMs), nowMs);
  return (port, hasResponse) => {
    const route: Route = {
      ...{ key: String(port), host: '127.0.0.1', port, isTls: false, serverName: '' },
      ...{ localAddress: undefined, connectTimeoutMs: 0 },
    };
    const connection = new Connection(environment, route);
    const exchange: Exchange & { resume(): void } = {
      request: `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n\r\n`,
      ...{ isHeadRequest: false, keepsHead: false, keepsBody: true, responseTimeoutMs: 0 },
      done: () => environment.batcher.add(exchange),
      resume: () => hasResponse(connection.parser.body()),
      failed: (_connection, error) => failed(error),
    };
    return { send: () => connection.send(exchange) };
  };
}

/** undici's lowest level: one handler object per request. */
const undiciDispatch = (): OpenConnection => (port, hasResponse) => {
  const client = new Client(`http://127.0.0.1:${port}`, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const times = { firstByteMs: 0, lastByteMs: 0 };
  let chunks: Buffer[] = [];
  const handler = {
    onRequestStart() {},
    onResponseStart() {
      times.firstByteMs = nowMs();
    },
    onResponseData(_controller: unknown, chunk: Buffer) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      times.lastByteMs = nowMs();
      const [first] = chunks;
      const body = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      chunks = [];
      hasResponse(body);
    },
    onResponseError: (_controller: unknown, error: Error) => failed(error),
  };
  return { send: () => void client.dispatch({ path, method: 'GET' }, handler) };
};

/** The level used by applications. */
const undiciRequest = (): OpenConnection => (port, hasResponse) => {
  const client = new Client(`http://127.0.0.1:${port}`, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const send = async () => {
    const { body } = await client.request({ path, method: 'GET' });
    hasResponse(Buffer.from(await body.arrayBuffer()));
  };
  return { send: () => void send().catch(failed) };
};

export const clients = { ours, 'undici dispatch': undiciDispatch, 'undici request': undiciRequest };
export type ClientName = keyof typeof clients;
