import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createClient } from './client.ts';
import { ContractError } from './contract-error.ts';

/** A server that records requests and returns fixed responses. */
describe('createClient', () => {
  let server: Server;
  let url: string;
  let seen: { method?: string; url?: string; authorization?: string }[] = [];
  let answer: (response: ServerResponse) => void = (response) => response.end('{}');

  before(async () => {
    server = createServer((request: IncomingMessage, response) => {
      const { method, url: path, headers } = request;
      seen.push({
        ...(method && { method }),
        ...(path && { url: path }),
        ...(headers.authorization && { authorization: headers.authorization }),
      });
      request.resume();
      answer(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  it('sends the token only to the service', async () => {
    seen = [];
    const client = createClient({ url: `${url}/base/`, token: 'secret' });
    await client.open('/runs');
    await client.open(`${url}/base/key.tar.gz`);
    await client.open(`${url}/elsewhere`);
    await client.open(`${url}/base.evil`);
    assert.deepEqual(seen, [
      { method: 'GET', url: '/base/runs', authorization: 'Basic c2VjcmV0Og==' },
      { method: 'GET', url: '/base/key.tar.gz', authorization: 'Basic c2VjcmV0Og==' },
      { method: 'GET', url: '/elsewhere' },
      { method: 'GET', url: '/base.evil' },
    ]);
  });

  it('encodes ids as one path segment', async () => {
    seen = [];
    const client = createClient({ url, token: 't' });
    await client.runs.get('../account?x=#');
    assert.equal(seen[0]?.url, '/runs/..%2Faccount%3Fx%3D%23');
  });

  it('distinguishes responses that are not JSON from error responses', async () => {
    const client = createClient({ url, token: 't' });
    const failsWith = async (status: number, body: string) => {
      answer = (response) => response.writeHead(status).end(body);
      return client.runs.list().then(
        () => assert.fail('it was taken'),
        (error: unknown) => error as ContractError,
      );
    };
    const proxy = await failsWith(502, '<html>Bad gateway</html>');
    assert.ok(proxy instanceof ContractError);
    assert.deepEqual([proxy.status, proxy.code], [502, 'unreadable']);
    const own = await failsWith(409, '{"error":"Still going.","code":"run_not_finished","details":[]}');
    assert.deepEqual([own.status, own.code, own.message], [409, 'run_not_finished', 'Still going.']);
    const odd = await failsWith(200, 'not json');
    assert.deepEqual([odd.status, odd.code], [200, 'unreadable']);
    answer = (response) => response.end('{}');
  });

  it('imports only modules that work in a browser', async () => {
    const names = ['client.ts', 'people-calls.ts', 'addresses.ts', 'contract-error.ts', 'inputs.ts'];
    const ours = new Set(names.map((name) => `./${name}`));
    for (const name of names) {
      const source = await readFile(new URL(name, import.meta.url), 'utf8');
      const values = [...source.matchAll(/^import (?!type)[\s\S]*?from '(.+)';$/gm)].map(([, from]) => from);
      for (const from of values) assert.ok(ours.has(from ?? ''), `${name} needs ${from}`);
    }
  });
});
