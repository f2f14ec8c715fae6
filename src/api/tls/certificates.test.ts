import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { isStillGood, type KeyAndCertificate, makeCa, makeServerCertificate } from './certificates.ts';

const run = promisify(execFile);
const dayMs = 24 * 3600 * 1000;

describe('certificates', () => {
  let folder: string;
  let ca: KeyAndCertificate;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spate-certificates-'));
    ca = await makeCa(Date.now(), 'some_machine');
  });
  after(() => rm(folder, { recursive: true }));

  const keep = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const textOf = async (certificatePem: string) => {
    const path = await keep('shown.pem', certificatePem);
    return (await run('openssl', ['x509', '-in', path, '-noout', '-text'])).stdout;
  };
  /** Strict verification by OpenSSL, for one host and time. */
  const verify = async (caPem: string, certificatePem: string, host: string[], atMs = Date.now()) => {
    const caPath = await keep('trusted.pem', caPem);
    const path = await keep('verified.pem', certificatePem);
    const at = ['-attime', String(Math.floor(atMs / 1000))];
    const strict = ['-x509_strict', '-purpose', 'sslserver', '-no-CApath', '-no-CAstore'];
    return run('openssl', ['verify', ...strict, ...at, ...host, '-CAfile', caPath, path]);
  };

  it('a CA has exactly the required extensions', async () => {
    const text = await textOf(ca.certificatePem);
    assert.match(text, /Basic Constraints: critical\s+CA:TRUE, pathlen:0\n/);
    assert.match(text, /Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
    assert.match(text, /Extended Key Usage: \n?\s*TLS Web Server Authentication\n/);
    const subjectKey = /Subject Key Identifier: \n?\s*([0-9A-F:]{59})\n/.exec(text)?.[1];
    const authorityKey = /Authority Key Identifier: \n?\s*(?:keyid:)?([0-9A-F:]{59})\n/.exec(text)?.[1];
    assert.ok(subjectKey);
    assert.equal(authorityKey, subjectKey);
    assert.match(text, /NIST CURVE: P-256/);
    assert.match(text, /Signature Algorithm: ecdsa-with-SHA256/);
    assert.match(text, /Subject: O = Spate, CN = Spate local CA on some_machine\n/);
  });

  it('a server certificate has exactly the required extensions', async () => {
    const server = await makeServerCertificate(ca, ['a.example', '10.1.2.3', '::1'], Date.now());
    const text = await textOf(server.certificatePem);
    assert.match(text, /Basic Constraints: critical\s+CA:FALSE\n/);
    assert.match(text, /Key Usage: critical\s+Digital Signature\n/);
    assert.match(text, /Extended Key Usage: \n?\s*TLS Web Server Authentication\n/);
    assert.match(
      text,
      /Alternative Name: \n?\s*DNS:a.example, IP Address:10.1.2.3, IP Address:0:0:0:0:0:0:0:1\n/,
    );
    const caKey = /Subject Key Identifier: \n?\s*(\S+)/.exec(await textOf(ca.certificatePem))?.[1] ?? '-';
    assert.match(text, new RegExp(`Authority Key Identifier: \\n?\\s*(keyid:)?${caKey}\\n`));
  });

  it('each certificate has a unique serial number and key', async () => {
    const one = new X509Certificate(
      (await makeServerCertificate(ca, ['a.example'], Date.now())).certificatePem,
    );
    const two = new X509Certificate(
      (await makeServerCertificate(ca, ['a.example'], Date.now())).certificatePem,
    );
    assert.notEqual(one.serialNumber, two.serialNumber);
    assert.ok(!one.publicKey.equals(two.publicKey));
  });

  it('passes the strict checks of OpenSSL for its names and addresses, and fails them for others', async () => {
    const { certificatePem } = await makeServerCertificate(
      ca,
      ['a.example', '10.1.2.3', 'fd00::7'],
      Date.now(),
    );
    for (const host of [
      ['-verify_hostname', 'a.example'],
      ['-verify_ip', '10.1.2.3'],
      ['-verify_ip', 'fd00::7'],
    ]) {
      assert.match((await verify(ca.certificatePem, certificatePem, host)).stdout, /OK/);
    }
    await assert.rejects(
      verify(ca.certificatePem, certificatePem, ['-verify_hostname', 'b.example']),
      /mismatch/,
    );
    await assert.rejects(verify(ca.certificatePem, certificatePem, ['-verify_ip', '10.1.2.4']), /mismatch/);
  });

  it('is slightly backdated and valid for at most 397 days', async () => {
    const nowMs = Date.now();
    const { certificatePem } = await makeServerCertificate(ca, ['a.example'], nowMs);
    const at = (atMs: number) => verify(ca.certificatePem, certificatePem, [], atMs);
    assert.match((await at(nowMs - dayMs / 2)).stdout, /OK/);
    assert.match((await at(nowMs + 396 * dayMs)).stdout, /OK/);
    await assert.rejects(at(nowMs - 2 * dayMs), /not yet valid/);
    await assert.rejects(at(nowMs + 398 * dayMs), /expired/);
  });

  it('never outlives its CA', async () => {
    const { certificatePem } = await makeServerCertificate(ca, ['a.example'], Date.now() + 3_600 * dayMs);
    const end = new X509Certificate(certificatePem).validToDate;
    assert.deepEqual(end, new X509Certificate(ca.certificatePem).validToDate);
  });

  it('encodes dates after 2049 according to the standard', async () => {
    const nowMs = Date.parse('2049-06-01T00:00:00Z');
    const late = await makeCa(nowMs, 'late');
    const server = await makeServerCertificate(late, ['a.example'], nowMs);
    assert.equal(new X509Certificate(server.certificatePem).validTo, 'Jul  3 00:00:00 2050 GMT');
    assert.match(
      (await verify(late.certificatePem, server.certificatePem, [], nowMs + 390 * dayMs)).stdout,
      /OK/,
    );
  });

  it('normalizes all notations of an address', async () => {
    const spellings = ['::1', 'fd00::7:0', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1', 'FE80::A%eth0', '::'];
    const { certificatePem } = await makeServerCertificate(ca, spellings, Date.now());
    const certificate = new X509Certificate(certificatePem);
    assert.equal(
      certificate.subjectAltName,
      [
        'IP Address:0:0:0:0:0:0:0:1',
        'IP Address:FD00:0:0:0:0:0:7:0',
        'IP Address:1:2:3:4:5:6:7:8',
        'IP Address:0:0:0:0:0:FFFF:A00:1',
        'IP Address:FE80:0:0:0:0:0:0:A',
        'IP Address:0:0:0:0:0:0:0:0',
      ].join(', '),
    );
    assert.ok(isStillGood(certificatePem, ca.certificatePem, spellings, Date.now(), 0));
    assert.ok(!isStillGood(certificatePem, ca.certificatePem, [...spellings, '::2'], Date.now(), 0));
  });

  it('keeps names literally', async () => {
    for (const name of ['#23', 'a"b"c', 'comma, plus+', 'back\\slash', 'größe', 'x'.repeat(100)]) {
      const odd = await makeCa(Date.now(), name);
      const server = await makeServerCertificate(odd, ['a.example'], Date.now());
      const certificate = new X509Certificate(odd.certificatePem);
      const commonName = certificate.toLegacyObject().subject.CN;
      assert.equal(commonName, `Spate local CA on ${name}`.slice(0, 64));
      assert.match((await verify(odd.certificatePem, server.certificatePem, [])).stdout, /OK/, name);
    }
  });

  it('signs with a CA of another program, keeping its encoding of the name', async () => {
    const [keyPath, caPath] = [join(folder, 'other-key.pem'), join(folder, 'other-ca.pem')];
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-subj', '/C=DE/O=Spate/CN=Another CA', '-days', '90', '-keyout', keyPath, '-out', caPath],
      ...['-addext', 'keyUsage=critical,keyCertSign'],
    ]);
    const other = { keyPem: await readFile(keyPath, 'utf8'), certificatePem: await readFile(caPath, 'utf8') };
    const server = await makeServerCertificate(other, ['a.example'], Date.now());
    assert.match((await verify(other.certificatePem, server.certificatePem, [])).stdout, /OK/);
  });

  it('is accepted by Node.js clients only for its names and addresses', async () => {
    const { keyPem, certificatePem } = await makeServerCertificate(
      ca,
      ['a.example', '127.0.0.1'],
      Date.now(),
    );
    const server = createServer({ key: keyPem, cert: certificatePem }, (socket) => socket.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reach = async (servername: string | undefined, trusted = ca.certificatePem): Promise<TLSSocket> => {
      const socket = connect({ host: '127.0.0.1', port, servername, ca: trusted });
      try {
        await once(socket, 'secureConnect');
        return socket;
      } finally {
        socket.destroy();
      }
    };
    try {
      assert.ok((await reach('a.example')).authorized);
      assert.ok((await reach(undefined)).authorized);
      await assert.rejects(reach('b.example'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
      const stranger = await makeCa(Date.now(), 'some_machine');
      await assert.rejects(reach('a.example', stranger.certificatePem), /certificate|signature/);
    } finally {
      server.close();
    }
  });
});
