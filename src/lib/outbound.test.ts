import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createOutbound, OutboundError, type OutboundRequest, type ResolveAll } from './outbound.ts';

async function target(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  t.after(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const limits = { method: 'GET', timeoutMs: 5000, maxBytes: 1000 } as const;
const hint = 'Ask the operator.';
const addressOf =
  (address: string): ResolveAll =>
  (_host, _options, done) =>
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);

test('sends body and credentials to the checked address of a name that is resolved once', async (t) => {
  const seen: string[] = [];
  const port = await target(t, async (request, response) => {
    for await (const chunk of request)
      seen.push(`${request.headers.host} ${request.headers.authorization} ${chunk}`);
    response.end('fine');
  });
  let lookups = 0;
  const outbound = createOutbound({
    isAllowed: (address) => address === '127.0.0.1',
    hint,
    resolve: (_host, _options, done) => {
      lookups++;
      done(null, [
        { address: '10.0.0.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    },
  });
  const url = `http://me:secret@hook.example:${port}/x`;
  const { status, body } = await outbound.fetch({ ...limits, method: 'POST', url, body: 'hello' });
  assert.deepEqual([status, body.toString(), lookups], [200, 'fine', 1]);
  assert.deepEqual(seen, [`hook.example:${port} Basic ${btoa('me:secret')} hello`]);
});

test('refuses literal and resolved addresses that are not allowed, in every notation', async (t) => {
  let requests = 0;
  const port = await target(t, (_request, response) => {
    requests++;
    response.end();
  });
  const isAllowed = (address: string) => !address.startsWith('127.') && address !== '::1';
  const outbound = createOutbound({ isAllowed, hint, resolve: addressOf('127.0.0.1') });
  for (const url of [
    `http://127.0.0.1:${port}`,
    `http://2130706433:${port}`,
    `http://0x7f.1:${port}`,
    `http://[::1]:${port}`,
    `http://rebound.example:${port}/secret-path`,
    'file:///etc/passwd',
    'nothing',
  ])
    await assert.rejects(outbound.fetch({ ...limits, url }), (error) => {
      assert.ok(error instanceof OutboundError && error.isRefused, url);
      assert.doesNotMatch(error.message, /secret-path/);
      return true;
    });
  assert.equal(requests, 0);
});

test('does not follow redirects, and limits size and time of a response', async (t) => {
  const port = await target(t, ({ url }, response) => {
    if (url === '/moved') response.writeHead(302, { location: 'http://169.254.169.254/' }).end('moved');
    else if (url === '/large') response.end('x'.repeat(2000));
    else response.write('never ends');
  });
  const outbound = createOutbound({ isAllowed: () => true, hint, resolve: addressOf('127.0.0.1') });
  const ask = (path: string, more: Partial<OutboundRequest> = {}) =>
    outbound.fetch({ ...limits, url: `http://a.example:${port}${path}`, ...more });
  assert.equal((await ask('/moved')).status, 302);
  await assert.rejects(ask('/large'), /larger than 1000 bytes/);
  await assert.rejects(
    ask('/slow', { timeoutMs: 50 }),
    /^OutboundError: a\.example:\d+: no response within 0\.05 s\.$/,
  );
  const gone = createOutbound({ isAllowed: () => true, hint, resolve: addressOf('127.0.0.1') });
  await assert.rejects(
    gone.fetch({ ...limits, url: 'http://b.example:1' }),
    /b\.example:1: connect ECONNREFUSED/,
  );
});
