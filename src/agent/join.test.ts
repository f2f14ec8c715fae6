import assert from 'node:assert/strict';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { newId } from '../lib/id.ts';
import type { Log } from '../lib/log.ts';
import { silentLog } from '../lib/log.ts';
import { decodeJoinToken, encodeJoinToken } from '../protocol/join-token.ts';
import { joinGrid } from './join.ts';
import { makeCertificates } from './testing/certificates.ts';
import { TestService } from './testing/test-service.ts';

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

/** Joins; `failures` collects the errors of failed attempts. */
function join(t: TestContext, joinToken: string, folder = tmpdir()) {
  const giveUp = new AbortController();
  t.after(() => giveUp.abort());
  const failures: unknown[] = [];
  const log = Object.assign(Object.create(silentLog) as Log, {
    warn: (fields: { err: unknown }) => failures.push(fields.err),
  });
  const joined = joinGrid({
    token: decodeJoinToken(joinToken),
    folder,
    info,
    previousNodeId: undefined,
    index: 0,
    log,
    signal: giveUp.signal,
  });
  joined.catch(() => {});
  return { joined, failures };
}

test('joins over TLS and trusts only the certificate authority of the token', async (t) => {
  const service = await serviceFor(t);
  const identity = await join(t, service.joinToken).joined;
  assert.equal(identity.url, service.url);
  assert.ok(identity.ca?.includes('BEGIN CERTIFICATE'));
  assert.equal(service.nodes.get(identity.nodeId), identity.credential);
});

test('joins without TLS when the URL of the token is http', async (t) => {
  const service = await serviceFor(t, { isTls: false });
  const identity = await join(t, service.joinToken).joined;
  assert.equal(identity.ca, null);
});

test('rejects a service with another certificate authority before sending the secret', async (t) => {
  const service = await serviceFor(t);
  const { url, gridId, secret } = service;
  const token = encodeJoinToken({ url, gridId, secret, caFingerprint: 'ab'.repeat(32) });
  await assert.rejects(
    join(t, token).joined,
    (error) => error instanceof AppError && /does not match the join token/.test(error.message),
  );
  assert.equal(service.joins.length, 0);
});

test('rejects a server certificate that the certificate authority of the token did not sign', async (t) => {
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
  await until('it has failed', () => failures.length > 0);
  assert.match(String(failures[0]), /signature|certificate/);
  assert.equal(service.joins.length, 0);
});

test('rejects a certificate for another host name', async (t) => {
  const service = await serviceFor(t, { hosts: ['elsewhere.example', '127.0.0.2'] });
  const { failures } = join(t, service.joinToken);
  await until('it has failed', () => failures.length > 0);
  assert.match(String(failures[0]), /altnames/);
  assert.equal(service.joins.length, 0);
});

test('trusts only the certificate authorities of the system when the token has no fingerprint', async (t) => {
  const service = await serviceFor(t);
  const { url, gridId, secret } = service;
  const { failures } = join(t, encodeJoinToken({ url, gridId, secret, caFingerprint: null }));
  await until('it has failed', () => failures.length > 0);
  assert.equal(service.joins.length, 0);
});

test('does not retry after a wrong secret, and reports the error of the service', async (t) => {
  const service = await serviceFor(t);
  const { url, gridId, certificates } = service;
  const token = encodeJoinToken({
    url,
    gridId,
    secret: 'x',
    caFingerprint: certificates?.caFingerprint ?? null,
  });
  await assert.rejects(join(t, token).joined, /rejected this node.*401.*Not Authenticated/);
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

test('retries while the service is unreachable or has no free slot', async (t) => {
  const service = await serviceFor(t);
  const { joinToken } = service;
  await service.close();
  const { joined, failures } = join(t, joinToken);
  await until('it has failed', () => failures.length > 0);
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

test('gives up when the folder of the node has been deleted', async (t) => {
  const service = await serviceFor(t);
  const { joinToken } = service;
  await service.close();
  const folder = await mkdtemp(joinPath(tmpdir(), 'spate-join-'));
  const { joined, failures } = join(t, joinToken, folder);
  await until('it has failed', () => failures.length > 0);
  await rmdir(folder);
  await assert.rejects(
    joined,
    (error) => error instanceof AppError && /has been deleted/.test(error.message),
  );
});
