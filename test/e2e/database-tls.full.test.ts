import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeCa, makeServerCertificate } from '../../src/api/tls/certificates.ts';
import { sql } from '../support/database.ts';
import { createServer } from '../support/postgres-server.ts';
import { startService, withoutNodes } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a service uses PostgreSQL over TLS, and only a server with a certificate of its CA for its host', async (t) => {
  const folder = await temporaryFolder(t);
  const ca = await makeCa(Date.now(), 'database');
  const { certificatePem, keyPem } = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
  const server = await createServer(t, join(folder, 'server'));
  await server.start({
    ssl: 'on',
    ssl_cert_file: await server.addFile('server.crt', certificatePem),
    ssl_key_file: await server.addFile('server.key', keyPem),
  });
  const caPath = join(folder, 'ca.pem');
  await writeFile(caPath, ca.certificatePem);
  const otherCaPath = join(folder, 'other-ca.pem');
  await writeFile(otherCaPath, (await makeCa(Date.now(), 'other')).certificatePem);
  const urlAt = (host: string, path: string) =>
    `postgresql://spate@${host}:${server.port}/postgres?sslmode=verify-full&sslrootcert=${path}`;

  const url = urlAt('127.0.0.1', caPath);
  const service = await startService({ ...withoutNodes, DATABASE_URL: url }, { postgres: 'own' });
  await service.json('/account');
  const sessions = await sql(
    { databaseUrl: () => url },
    `select ssl, count(*)::int > 0 as some from pg_stat_ssl join pg_stat_activity using (pid)
    where backend_type = 'client backend' group by ssl`,
  );
  assert.deepEqual(sessions, [{ ssl: true, some: true }]);
  await service.close();

  const refused = (databaseUrl: string, message: RegExp) =>
    assert.rejects(
      startService({ ...withoutNodes, DATABASE_URL: databaseUrl }, { postgres: 'own' }),
      (error: Error) => message.test(error.message),
    );
  const rejected = 'The certificate of the PostgreSQL server of DATABASE_URL was rejected: ';
  await refused(
    urlAt('127.0.0.1', otherCaPath),
    new RegExp(`${rejected}unable to verify the first certificate[^]*signed by the CA in ${otherCaPath}`),
  );
  await refused(urlAt('localhost', caPath), new RegExp(`${rejected}.*does not match certificate's altnames`));
  await refused(
    urlAt('127.0.0.1', `${folder}/missing.pem`),
    new RegExp(`Cannot read ${folder}/missing.pem: not found[^]*sslrootcert`),
  );
});
