import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { newId } from '../lib/id.ts';
import type { Log } from '../lib/log.ts';
import { silentLog } from '../lib/log.ts';
import { encodeJoinToken } from '../protocol/join-token.ts';
import { joinGrid } from './join.ts';
import { makeCertificates } from './testing/certificates.ts';
import { TestService } from './testing/test-service.ts';
import { waitUntil } from './testing/wait-until.ts';

const info: NodeInfo = {
  hostname: 'h',
  ip: '127.0.0.1',
  privateIp: '127.0.0.1',
  agentVersion: '0',
  cores: 1,
  memoryBytes: 1,
  sandbox: 'none',
  tools: [],
};

type Start = Parameters<typeof TestService.start>[0];

async function serviceFor(t: TestContext, options?: Start): Promise<TestService> {
  const service = await TestService.start(options);
  t.after(() => service.close());
  return service;
}

/** Joins; `failures` counts the tries that did not work. */
function join(t: TestContext, joinToken: string) {
  const giveUp = new AbortController();
  t.after(() => giveUp.abort());
  const failures: unknown[] = [];
  const log = Object.assign(Object.create(silentLog) as Log, {
    warn: (fields: { err: unknown }) => failures.push(fields.err),
  });
  const joined = joinGrid({ joinToken, info, previousNodeId: undefined, log, signal: giveUp.signal });
  joined.catch(() => {});
  return { joined, failures };
}

test('a node joins over TLS, trusting only the authority that its token names', async (t) => {
  const service = await serviceFor(t);
  const identity = await join(t, service.joinToken).joined;
  assert.equal(identity.url, service.url);
  assert.ok(identity.ca?.includes('BEGIN CERTIFICATE'));
  assert.equal(service.nodes.get(identity.nodeId), identity.credential);
});

test('a node joins without TLS when its token says http', async (t) => {
  const service = await serviceFor(t, { isTls: false });
  const identity = await join(t, service.joinToken).joined;
  assert.equal(identity.ca, null);
});

test('a service with another authority is refused before the secret is sent', async (t) => {
  const service = await serviceFor(t);
  const { url, gridId, secret } = service;
  const token = encodeJoinToken({ url, gridId, secret, caFingerprint: 'ab'.repeat(32) });
  await assert.rejects(
    join(t, token).joined,
    (error) => error instanceof AppError && /not the one/.test(error.message),
  );
  assert.equal(service.joins.length, 0);
});

test('the right authority is of no use to a service whose certificate is not from it', async (t) => {
  const service = await serviceFor(t);
  const honest = await makeCertificates(['localhost', '127.0.0.1']);
  service.intercept = (request, response) => {
    if (request.url !== '/agent/ca.pem') return false;
    response.end(honest.ca);
    return true;
  };
  const { url, gridId, secret } = service;
  const token = encodeJoinToken({ url, gridId, secret, caFingerprint: honest.caFingerprint });
  const { failures } = join(t, token);
  await waitUntil('it has failed', () => failures.length > 0);
  assert.match(String(failures[0]), /signature|certificate/);
  assert.equal(service.joins.length, 0);
});

test('a certificate for another host name is refused', async (t) => {
  const service = await serviceFor(t, { hosts: ['elsewhere.example', '127.0.0.2'] });
  const { failures } = join(t, service.joinToken);
  await waitUntil('it has failed', () => failures.length > 0);
  assert.match(String(failures[0]), /altnames/);
  assert.equal(service.joins.length, 0);
});

test('a token without a fingerprint trusts only what the system trusts', async (t) => {
  const service = await serviceFor(t);
  const { url, gridId, secret } = service;
  const { failures } = join(t, encodeJoinToken({ url, gridId, secret, caFingerprint: null }));
  await waitUntil('it has failed', () => failures.length > 0);
  assert.equal(service.joins.length, 0);
});

test('a wrong secret is refused for good, with what the service says', async (t) => {
  const service = await serviceFor(t);
  const { url, gridId, certificates } = service;
  const token = encodeJoinToken({
    url,
    gridId,
    secret: 'x',
    caFingerprint: certificates?.caFingerprint ?? null,
  });
  await assert.rejects(join(t, token).joined, /does not let this node in.*401.*Not Authenticated/);
  await assert.rejects(
    join(
      t,
      encodeJoinToken({
        ...service,
        gridId: newId(),
        caFingerprint: certificates?.caFingerprint ?? null,
        url,
      }),
    ).joined,
    AppError,
  );
});

test('a service that is not there yet, or has no place free, is asked again', async (t) => {
  const service = await serviceFor(t);
  const { joinToken } = service;
  await service.close();
  const { joined, failures } = join(t, joinToken);
  await waitUntil('it has failed', () => failures.length > 0);
  let full = 1;
  service.intercept = (request, response) => {
    if (request.url !== '/agent/join' || full-- <= 0) return false;
    response.writeHead(409).end();
    return true;
  };
  await service.listen();
  await joined;
  assert.ok(failures.some((error) => /409/.test(String(error))));
});
