import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { silentLog } from '../../lib/log.ts';
import { fingerprintOf, makeCa, makeServerCertificate } from './certificates.ts';
import { createFileTls, createLocalTls, namesFor } from './tls-source.ts';

const run = promisify(execFile);
const dayMs = 24 * 3600 * 1000;

describe('the local CA and certificate', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spate-tls-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const open = (hosts: string[] = [], nowMs = Date.now()) =>
    createLocalTls({ dataDir, hosts, clock: { nowMs: () => nowMs }, log: silentLog });

  it('is created once and reused', async () => {
    const first = await open();
    const { cert, key } = await first.load();
    const second = await open();
    assert.equal(second.caFingerprint, first.caFingerprint);
    assert.deepEqual(await second.load(), { cert, key });
    assert.deepEqual((await readdir(join(dataDir, 'tls'))).sort(), [
      'ca-key.pem',
      'server-key.pem',
      'server.pem',
    ]);
  });

  it('has keys readable only by the owner', async () => {
    await (await open()).load();
    for (const name of ['tls/ca-key.pem', 'tls/server-key.pem']) {
      assert.equal((await stat(join(dataDir, name))).mode & 0o777, 0o600, name);
    }
    assert.ok((await readFile(join(dataDir, 'ca.pem'), 'utf8')).startsWith('-----BEGIN CERTIFICATE-----'));
  });

  it('covers localhost, the loopback addresses, the machine and all configured hosts', async () => {
    const source = await open(['Load.Example', '10.1.2.3', '[fd00::7]', '0.0.0.0', '::']);
    const server = new X509Certificate((await source.load()).cert);
    for (const host of ['localhost', 'load.example', hostname().toLowerCase()])
      assert.ok(server.checkHost(host), host);
    for (const ip of ['127.0.0.1', '::1', '10.1.2.3', 'fd00::7']) assert.ok(server.checkIP(ip), ip);
    assert.equal(server.checkIP('0.0.0.0'), undefined);
  });

  it('encodes international host names', async () => {
    const source = await open(['Größe.example', 'машина']);
    const { cert } = await source.load();
    const server = new X509Certificate(cert);
    for (const name of ['größe.example', 'машина']) {
      assert.ok(server.checkHost(new URL(`https://${name}`).hostname), name);
    }
    assert.equal((await source.load()).cert, cert);
  });

  it('is a CA for server certificates only', async () => {
    const source = await open();
    const ca = new X509Certificate(await readFile(source.caPath ?? '', 'utf8'));
    const server = new X509Certificate((await source.load()).cert);
    assert.equal(ca.ca, true);
    assert.equal(server.ca, false);
    assert.ok(server.verify(ca.publicKey));
    assert.equal(server.issuer, ca.subject);
    assert.ok(server.checkIssued(ca));
    const { stdout } = await run('openssl', ['x509', '-in', source.caPath ?? '', '-noout', '-text']);
    assert.match(stdout, /CA:TRUE, pathlen:0/);
    assert.match(stdout, /Certificate Sign, CRL Sign/);
    assert.match(stdout, /TLS Web Server Authentication/);
  });

  it('passes the strict checks of OpenSSL', async () => {
    const source = await open(['load.example']);
    await source.load();
    const { stdout } = await run('openssl', [
      'verify',
      '-x509_strict',
      '-purpose',
      'sslserver',
      '-verify_hostname',
      'load.example',
      '-CAfile',
      source.caPath ?? '',
      join(dataDir, 'tls', 'server.pem'),
    ]);
    assert.match(stdout, /OK/);
  });

  it('includes the CA in the chain, so that nodes can verify its fingerprint', async () => {
    const source = await open();
    const [, ca = ''] = (await source.load()).cert.split(/(?<=-----END CERTIFICATE-----\n)/);
    assert.equal(fingerprintOf(ca), source.caFingerprint);
    assert.match(source.caFingerprint ?? '', /^[0-9a-f]{64}$/);
  });

  it('renews the certificate before it expires and keeps the CA', async () => {
    const first = await open();
    const before = await first.load();
    const source = await open([], Date.now() + 380 * dayMs);
    const after = await source.load();
    assert.notEqual(after.cert, before.cert);
    assert.equal(source.caFingerprint, first.caFingerprint);
    assert.ok(new X509Certificate(after.cert).validToDate.getTime() > Date.now() + 700 * dayMs);
    const ca = new X509Certificate(await readFile(source.caPath ?? '', 'utf8'));
    const renewed = new X509Certificate(after.cert);
    assert.ok(renewed.checkIssued(ca) && renewed.verify(ca.publicKey));
    assert.ok(renewed.checkPrivateKey(createPrivateKey(after.key)));
  });

  it('renews the certificate at run time', async () => {
    let nowMs = Date.now();
    const source = await createLocalTls({
      dataDir,
      hosts: [],
      clock: { nowMs: () => nowMs },
      log: silentLog,
    });
    const before = await source.load();
    assert.equal((await source.load()).cert, before.cert);
    nowMs += 390 * dayMs;
    assert.notEqual((await source.load()).cert, before.cert);
  });

  it('creates a new certificate for a new host with the same CA', async () => {
    const first = await open();
    await first.load();
    const second = await open(['new.example']);
    assert.ok(new X509Certificate((await second.load()).cert).checkHost('new.example'));
    assert.equal(second.caFingerprint, first.caFingerprint);
  });

  it('creates a new CA only when the old one is about to expire', async () => {
    const first = await open();
    const late = await open([], Date.now() + 3_640 * dayMs);
    assert.notEqual(late.caFingerprint, first.caFingerprint);
    await late.load();
  });

  it('replaces corrupt and mismatched files', async () => {
    const first = await open();
    await first.load();
    await writeFile(join(dataDir, 'tls', 'server.pem'), 'half a certifica');
    assert.ok(new X509Certificate((await (await open()).load()).cert));
    const other = await makeCa(Date.now(), 'other');
    await writeFile(join(dataDir, 'tls', 'server-key.pem'), other.keyPem);
    assert.ok(new X509Certificate((await (await open()).load()).cert));
  });
});

describe("the operator's own certificate", () => {
  it('is reloaded when its files change, and rejected if key and certificate do not match', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spate-tls-'));
    const paths = [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const;
    const write = async (cert: string, key: string) => {
      await writeFile(paths[0], cert);
      await writeFile(paths[1], key);
    };
    const ca = await makeCa(Date.now(), 'x');
    const one = await makeServerCertificate(ca, ['a.example'], Date.now());
    const two = await makeServerCertificate(ca, ['b.example'], Date.now());
    await write(one.certificatePem, one.keyPem);
    const source = await createFileTls(...paths);
    assert.equal(source.caPath, null);
    assert.equal((await source.load()).cert, one.certificatePem);
    await write(two.certificatePem, two.keyPem);
    assert.equal((await source.load()).cert, two.certificatePem);
    await write(one.certificatePem, two.keyPem);
    await assert.rejects(createFileTls(...paths));
    await rm(folder, { recursive: true });
  });

  it('provides the root of its chain for nodes, and its addresses', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'spate-tls-'));
    t.after(() => rm(folder, { recursive: true }));
    const paths = [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const;
    const ca = await makeCa(Date.now(), 'test');
    const leaf = await makeServerCertificate(ca, ['a.example', '127.0.0.1', '::1'], Date.now());
    await writeFile(paths[1], leaf.keyPem);

    await writeFile(paths[0], leaf.certificatePem);
    const withoutRoot = await createFileTls(...paths);
    assert.deepEqual([withoutRoot.caPem, withoutRoot.caFingerprint], [null, null]);
    assert.deepEqual(['a.example', '127.0.0.1', '[::1]', 'b.example', '127.0.0.2'].map(withoutRoot.isFor), [
      true,
      true,
      true,
      false,
      false,
    ]);

    await writeFile(paths[0], leaf.certificatePem + ca.certificatePem);
    const withRoot = await createFileTls(...paths);
    assert.equal(withRoot.caFingerprint, fingerprintOf(ca.certificatePem));
    assert.equal(fingerprintOf(withRoot.caPem ?? ''), withRoot.caFingerprint);
  });
});

describe('namesFor', () => {
  it('returns distinct names without wildcard addresses', () => {
    const names = namesFor(['localhost', '::1', '0.0.0.0', '', 'A.example', 'a.example']);
    assert.deepEqual(names, [
      ...new Set(['localhost', '127.0.0.1', '::1', hostname().toLowerCase(), 'a.example']),
    ]);
  });
});
