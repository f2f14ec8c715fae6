import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import type { FileStore } from '../../store/file-store.ts';
import { openFolderStore } from '../../store/files/folder-store.ts';
import { readJsonFile } from './json-body.ts';
import type { ParsedParams } from './nested.ts';
import { readParams } from './read-params.ts';
import { UploadSession } from './uploads.ts';

const roots = new Set(['run', 'run_files', 'grid', 'region']);
const limitBytes = 1_000_000;

interface Outcome {
  parsed?: ParsedParams;
  files: { name: string; text: string; sizeBytes: number }[];
  error?: unknown;
}

describe('readParams', () => {
  let server: Server;
  let dataDir: string;
  let store: FileStore;
  let origin: string;
  let outcomes: Outcome[];
  let waiting: ((outcome: Outcome) => void)[];

  /** Reads one request, records the result, and discards staged files. */
  async function take(request: IncomingMessage): Promise<Outcome> {
    const session = new UploadSession(store, limitBytes);
    try {
      const parsed = await readParams(request, { roots, uploads: { session, limitBytes, readJsonFile } });
      const files = await Promise.all(
        session.files.map(async ({ name, path, sizeBytes }) => ({
          name,
          sizeBytes,
          text: await readFile(path, 'latin1'),
        })),
      );
      return { parsed, files };
    } catch (error) {
      return { files: [], error };
    } finally {
      await session.discard();
    }
  }

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spate-params-'));
    store = await openFolderStore(dataDir);
    server = createServer((request, response) => {
      void take(request).then((outcome) => {
        const next = waiting.shift();
        if (next) next(outcome);
        else outcomes.push(outcome);
        if (!response.destroyed) response.end('read');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    outcomes = [];
    waiting = [];
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dataDir, { recursive: true });
  });

  async function outcome(): Promise<Outcome> {
    const ready = outcomes.shift();
    if (ready) return ready;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    waiting.push(resolve);
    return promise;
  }

  async function post(path: string, init: RequestInit): Promise<Outcome> {
    const response = await fetch(origin + path, { method: 'POST', ...init });
    await response.text();
    return outcome();
  }

  /** Sends raw bytes in chunks of `pieceBytes`. */
  async function sendRaw(head: string, body: string, pieceBytes = 1 << 20): Promise<Outcome> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => {});
    const bytes = Buffer.from(body, 'utf8');
    socket.write(`${head}\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n\r\n`);
    for (let at = 0; at < bytes.length; at += pieceBytes) socket.write(bytes.subarray(at, at + pieceBytes));
    const result = await outcome();
    socket.destroy();
    return result;
  }

  async function stagedCount(): Promise<number> {
    return (await readdir(join(dataDir, 'files', 'staged'))).length;
  }

  it('reads multipart with the data file before the plan and the plan before the fields', async () => {
    const form = new FormData();
    form.append('run_files[]', new Blob(['a,b\n']), 'data.csv');
    form.append('run[tool]', 'jmeter');
    form.append('run_files[]', new Blob(['<plan/>']), 'basic.jmx');
    form.append('run[grids][][region]', 'x');
    const { parsed, files } = await post('/runs', { body: form });
    assert.deepEqual(JSON.parse(JSON.stringify(parsed?.tree)), {
      run: { tool: 'jmeter', grids: [{ region: 'x' }] },
    });
    assert.deepEqual(files, [
      { name: 'data.csv', text: 'a,b\n', sizeBytes: 4 },
      { name: 'basic.jmx', text: '<plan/>', sizeBytes: 7 },
    ]);
    assert.equal(await stagedCount(), 0);
  });

  it('accepts files under all names that clients use, including old ones', async () => {
    const names = [
      'run_files',
      'run_files[]',
      'run_files[file]',
      'run_files[0]',
      'run[plan]',
      'flood_files[]',
      'flood[plan]',
    ];
    for (const field of names) {
      const form = new FormData();
      form.append(field, new Blob(['x']), 'plan.jmx');
      form.append('flood[results]', new Blob(['ignored']), 'old.jtl');
      form.append('other', new Blob(['ignored']), 'other.bin');
      const { files } = await post('/runs', { body: form });
      assert.deepEqual(
        files.map((file) => file.name),
        ['plan.jmx'],
        field,
      );
    }
  });

  it('reads a hand-made PowerShell upload: quoted boundary, parameters raw in the query string', async () => {
    const boundary = '5e7c3ad1-9a0b-4c0e-8a7c-0123456789ab';
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="flood_files[]"; filename="jmeter_1000rpm.jmx"',
      'Content-Type: application/octet-stream',
      '',
      '<jmeterTestPlan>é</jmeterTestPlan>',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    const query =
      'flood[tool]=jmeter&flood[threads]=150&flood[project]=Azure%20DevOps&flood[grids][][infrastructure]=demand&flood[grids][][region]=us-east-1&flood[override_parameters]=-Jtarget_url=https://x.test/';
    const head = `POST /api/floods?${query} HTTP/1.1\r\nContent-Type: multipart/form-data; boundary="${boundary}"`;
    for (const pieceBytes of [1 << 20, 1, 7]) {
      const { parsed, files } = await sendRaw(head, body, pieceBytes);
      assert.equal(parsed?.usesOriginalNames, true);
      assert.deepEqual(JSON.parse(JSON.stringify(parsed?.tree)), {
        run: {
          tool: 'jmeter',
          threads: '150',
          project: 'Azure DevOps',
          grids: [{ infrastructure: 'demand', region: 'us-east-1' }],
          override_parameters: '-Jtarget_url=https://x.test/',
        },
      });
      assert.equal(files[0]?.name, 'jmeter_1000rpm.jmx');
      assert.equal(
        Buffer.from(files[0]?.text ?? '', 'latin1').toString('utf8'),
        '<jmeterTestPlan>é</jmeterTestPlan>',
      );
    }
  });

  it('reads urlencoded forms, with and without a content type, mixed with the query', async () => {
    const body = 'run%5Btool%5D=gatling&run[name]=a+b';
    const expected = { region: 'x', run: { tool: 'gatling', name: 'a b' } };
    const typed = await post('/runs?region=x&run[tool]=jmeter', { body: new URLSearchParams(body) });
    assert.deepEqual(JSON.parse(JSON.stringify(typed.parsed?.tree)), expected);
    const untyped = await sendRaw('POST /runs?region=x HTTP/1.1', body);
    assert.deepEqual(JSON.parse(JSON.stringify(untyped.parsed?.tree)), expected);
  });

  it('reads JSON with nested attributes and files in base64, mixed with the query', async () => {
    const content = Buffer.from('<plan/>').toString('base64');
    const json = { run: { tool: 'jmeter', threads: 5 }, run_files: [{ name: 'a/plan.jmx', content }] };
    const { parsed, files } = await post('/runs?run[name]=n', {
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    assert.deepEqual(JSON.parse(JSON.stringify(parsed?.tree.run)), {
      name: 'n',
      tool: 'jmeter',
      threads: '5',
    });
    assert.deepEqual(files, [{ name: 'plan.jmx', text: '<plan/>', sizeBytes: 7 }]);
  });

  it('accepts requests without a body', async () => {
    const { parsed } = await post('/runs?run[tool]=jmeter', {});
    assert.equal(JSON.stringify(parsed?.tree), '{"run":{"tool":"jmeter"}}');
  });

  it('explains invalid bodies', async () => {
    const cases: [string, RequestInit, string][] = [
      ['broken JSON', { body: '{"run":', headers: { 'content-type': 'application/json' } }, 'malformed'],
      [
        'JSON that is no object',
        { body: '[1]', headers: { 'content-type': 'application/json' } },
        'malformed',
      ],
      ['no boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 'malformed'],
      [
        'cut short',
        {
          body: '--b\r\nContent-Disposition: form-data; name="run[tool]"\r\n\r\njme',
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        },
        'malformed',
      ],
      ['another type', { body: '<x/>', headers: { 'content-type': 'text/xml' } }, 'unsupported_media'],
      [
        'compressed',
        { body: 'x', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
        'unsupported_media',
      ],
      [
        'content that is no base64',
        {
          body: '{"run_files":[{"name":"a","content":"*"}]}',
          headers: { 'content-type': 'application/json' },
        },
        'invalid',
      ],
      [
        'a file without content',
        { body: '{"run_files":[{"name":"a"}]}', headers: { 'content-type': 'application/json' } },
        'invalid',
      ],
    ];
    for (const [what, init, code] of cases) {
      const { error } = await post('/runs', init);
      assert.ok(error instanceof AppError, `${what}: ${error}`);
      assert.equal(error.code, code, what);
      assert.equal(await stagedCount(), 0, what);
    }
  });

  it('explains run_files sent as text', async () => {
    const form = new FormData();
    form.append('run_files[]', 'plan.jmx');
    const { error } = await post('/runs', { body: form });
    assert.ok(error instanceof AppError && error.code === 'invalid');
    assert.match(error.message, /=@plan\.jmx/);
  });

  it('rejects files that exceed the limit together, and discards all of them', async () => {
    const form = new FormData();
    form.append('run_files[]', new Blob([new Uint8Array(600_000)]), 'a.bin');
    form.append('run_files[]', new Blob([new Uint8Array(600_000)]), 'b.bin');
    const { error } = await post('/runs', { body: form });
    assert.ok(error instanceof AppError && error.code === 'too_large');
    assert.match(error.message, /1000000 bytes/);
    assert.equal(await stagedCount(), 0);
  });

  it('rejects an upload by its content length', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
    socket.write(
      'POST /runs HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999\r\n\r\n',
    );
    const { error } = await outcome();
    assert.ok(error instanceof AppError && error.code === 'too_large');
    socket.destroy();
  });

  it('discards an upload whose client disconnects', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
    socket.write(
      'POST /runs HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="run_files[]"; filename="first.csv"\r\n\r\nwhole\r\n' +
        '--b\r\nContent-Disposition: form-data; name="run_files[]"; filename="plan.jmx"\r\n\r\nhalf of a pl',
    );
    const deadline = Date.now() + 10_000;
    while ((await stagedCount()) < 2) assert.ok(Date.now() < deadline, 'the files were never staged');
    socket.destroy();
    const { error } = await outcome();
    assert.ok(error instanceof AppError && error.code === 'malformed', String(error));
    assert.equal(await stagedCount(), 0);
  });

  it('discards all files if a later one has an invalid name', async () => {
    const form = new FormData();
    form.append('run_files[]', new Blob(['x']), 'good.jmx');
    form.append('run_files[]', new Blob(['x']), '..');
    const { error } = await post('/runs', { body: form });
    assert.ok(error instanceof AppError && error.code === 'invalid');
    assert.equal(await stagedCount(), 0);
  });

  it('streams a large upload with little memory', async () => {
    const form = new FormData();
    form.append('run_files[]', new Blob([new Uint8Array(990_000).fill(65)]), 'big.csv');
    const { files } = await post('/runs', { body: form });
    assert.equal(files[0]?.sizeBytes, 990_000);
    assert.ok(/^A+$/.test(files[0]?.text ?? ''));
  });

  it('never crashes on a corrupt form', async () => {
    const whole =
      '--b\r\nContent-Disposition: form-data; name="run[tool]"\r\n\r\njmeter\r\n--b\r\nContent-Disposition: form-data; name="run_files[]"; filename="p.jmx"\r\nContent-Type: text/xml\r\n\r\n<plan/>\r\n--b--\r\n';
    for (let cut = 0; cut < whole.length; cut += 3) {
      const text = whole.slice(0, cut) + whole.slice(cut + 1 + (cut % 5));
      const { error, parsed } = await post('/runs', {
        body: text,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      assert.ok(parsed !== undefined || error instanceof AppError, `${cut}: ${error}`);
      assert.equal(await stagedCount(), 0, String(cut));
    }
  });
});
