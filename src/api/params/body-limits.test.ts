import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { AppError } from '../../domain/errors.ts';
import { openFolderStore } from '../../store/files/folder-store.ts';
import { smallBodyBytes } from './body-limits.ts';
import { watchBody } from './body-stream.ts';
import { readJsonFile } from './json-body.ts';
import { readParams, type UploadOptions } from './read-params.ts';
import { UploadSession } from './uploads.ts';

const roots = new Set(['run', 'session']);
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const json = { 'content-type': 'application/json' };
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

interface Sent {
  error: unknown;
  /** Bytes of the body read before the response. */
  tookBytes: number;
}

/** Sends the chunks until the reader rejects them or all are sent. */
async function post(
  t: TestContext,
  headers: Record<string, string>,
  pieces: Iterable<Buffer>,
  uploads?: UploadOptions,
): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<Sent>();
  let tookBytes = 0;
  const server = createServer((request: IncomingMessage, response) => {
    const count = (chunk: Buffer) => {
      tookBytes += chunk.length;
    };
    request.on('data', count);
    void readParams(request, { roots, uploads }).then(
      () => resolve({ error: undefined, tookBytes }),
      (error: unknown) => resolve({ error, tookBytes }),
    );
    void promise.then(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const stop = new AbortController();
  const body = ReadableStream.from(pieces);
  const options = { method: 'POST', headers, body, duplex: 'half', signal: stop.signal } as RequestInit;
  const sending = fetch(`http://127.0.0.1:${port}/`, options).catch(() => undefined);
  const sent = await promise;
  stop.abort();
  await sending;
  return sent;
}

function* repeat(piece: string, times: number): Generator<Buffer> {
  const bytes = Buffer.from(piece);
  for (let index = 0; index < times; index += 1) yield bytes;
}

function refusedAs(code: string, error: unknown): AppError {
  assert.ok(error instanceof AppError && error.code === code, String(error));
  return error;
}

describe('a body without files', () => {
  it('is rejected as soon as more than 64 KiB have arrived, for every content type', async (t) => {
    const field = `--b\r\nContent-Disposition: form-data; name="session[x]"\r\n\r\n${'x'.repeat(10_000)}\r\n`;
    const file = `--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${'x'.repeat(60_000)}`;
    const cases: [string, Record<string, string>, Iterable<Buffer>][] = [
      ['fields', multipart, repeat(field, 5_000)],
      ['a file that is not expected', multipart, [Buffer.from(file), ...repeat('x'.repeat(60_000), 500)]],
      ['JSON', json, [Buffer.from('{"session":"'), ...repeat('x'.repeat(60_000), 500)]],
      ['urlencoded', urlencoded, repeat(`a=${'x'.repeat(60_000)}&`, 500)],
    ];
    for (const [what, headers, pieces] of cases) {
      const { error, tookBytes } = await post(t, headers, pieces);
      const { message } = refusedAs('too_large', error);
      assert.match(message, /at most 65536 bytes\. Send a smaller body/, what);
      assert.ok(tookBytes < smallBodyBytes * 4, `${what}: took ${tookBytes} bytes`);
    }
  });

  it('is read when it is smaller', async (t) => {
    const body = JSON.stringify({ session: { token: 'x'.repeat(60_000) } });
    assert.equal((await post(t, json, [Buffer.from(body)])).error, undefined);
  });
});

describe('a body with files', () => {
  async function uploads(t: TestContext, runDiskBytes = 0): Promise<UploadOptions> {
    const store = await openFolderStore(await temporaryFolder(t));
    const limitBytes = 64 * 2 ** 20;
    const session = new UploadSession(store, limitBytes, { runDiskBytes });
    t.after(() => session.discard());
    return { session, limitBytes, readJsonFile };
  }

  it('may have fields of 2 MiB together, not 5,000 of 1 MiB', async (t) => {
    const field = `--b\r\nContent-Disposition: form-data; name="run[x]"\r\n\r\n${'x'.repeat(900_000)}\r\n`;
    const { error, tookBytes } = await post(t, multipart, repeat(field, 5_000), await uploads(t));
    assert.match(refusedAs('too_large', error).message, /fields of a form may have at most 2097152 bytes/);
    assert.ok(tookBytes < 8 * 2 ** 20, `took ${tookBytes} bytes`);
  });

  it('is rejected with over_quota if its files exceed the disk limit of a run', async (t) => {
    const options = await uploads(t, 2 ** 20);
    const part = `--b\r\nContent-Disposition: form-data; name="run_files[]"; filename="a.csv"\r\n\r\n`;
    const body = [Buffer.from(part), ...repeat('x'.repeat(100_000), 11), Buffer.from('\r\n--b--\r\n')];
    const { error } = await post(t, multipart, body, options);
    assert.match(refusedAs('over_quota', error).message, /^a\.csv exceeds the disk limit of 1 MB per run/);
  });

  it('is rejected with too many parameters before they are parsed', async (t) => {
    const { error } = await post(t, urlencoded, repeat('a&'.repeat(10_000), 50), await uploads(t));
    assert.match(refusedAs('malformed', error).message, /more than 5000 parameters/);
  });

  it('is parsed in time proportional to the size of its base64 files', async (t) => {
    const content = `${' '.repeat(4_000_000)}*`;
    const body = JSON.stringify({ run_files: [{ name: 'plan.jmx', content }] });
    const { error } = await post(t, json, [Buffer.from(body)], await uploads(t));
    // A quadratic pattern would take hours for these spaces.
    assert.match(refusedAs('invalid', error).message, /content in base64/);
  });

  it('is rejected with long parameters in JSON', async (t) => {
    const body = JSON.stringify({ run: { notes: 'x'.repeat(3_000_000) } });
    const { error } = await post(t, json, [Buffer.from(body)], await uploads(t));
    assert.match(refusedAs('too_large', error).message, /parameters of a JSON body may have at most/);
  });
});

describe('a slow body', () => {
  it('is rejected below the minimum rate, and accepted while it makes progress', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const source = new PassThrough();
    const stalls: AppError[] = [];
    const end = watchBody(source, (error) => stalls.push(error), { windowMs: 20_000, bytes: 100 });
    const passWindow = async (bytes: number) => {
      source.write(Buffer.alloc(bytes));
      await setImmediate();
      t.mock.timers.tick(20_000);
    };
    for (let window = 0; window < 20; window += 1) await passWindow(200);
    assert.equal(stalls.length, 0);
    await passWindow(1);
    end();
    assert.equal(stalls.length, 1);
    assert.match(refusedAs('too_slow', stalls[0]).message, /fewer than 100 bytes in 20 s/);
  });
});
