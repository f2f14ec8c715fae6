import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spate-start-'));
});
after(() => rm(folder, { recursive: true }));

/** Starts the real service where it cannot start, and tells what it said last. */
function startInVain(env: Record<string, string>): string {
  const { status, stderr } = spawnSync(process.execPath, [main, 'serve'], {
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      SPATE_DATA_DIR: join(folder, 'data'),
      SPATE_PORT: '0',
      SPATE_LOG_LEVEL: 'error',
      ...inheritedVariables(),
      ...env,
    },
  });
  assert.equal(status, 1, stderr);
  assert.doesNotMatch(stderr, /^ +at /m);
  return stderr;
}

test('a port in use is a sentence and a hint', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    assert.equal(
      startInVain({ SPATE_PORT: String(port) }),
      `spate: Port ${port} of 127.0.0.1 is in use by another program.\n       Stop that one, or choose another with SPATE_PORT or --port; 0 takes a free one.\n`,
    );
  } finally {
    server.close();
  }
});

test('an address of another machine is named', () => {
  assert.match(
    startInVain({ SPATE_HOST: '203.0.113.9' }),
    /^spate: This machine has no address 203\.0\.113\.9/,
  );
});

test('a data folder that is a file is named', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const said = startInVain({ SPATE_DATA_DIR: file });
  assert.match(said, /^spate: The data folder .*\/file cannot be used\. .*: it is a file\./);
  assert.match(startInVain({ SPATE_DATA_DIR: join(file, 'below') }), /cannot be used.* is a file\./);
});

test('a certificate that is missing or damaged is named', async () => {
  const broken = join(folder, 'broken.pem');
  await writeFile(broken, 'nothing');
  const missing = join(folder, 'missing.pem');
  assert.match(
    startInVain({ SPATE_TLS_CERT: missing, SPATE_TLS_KEY: missing }),
    /^spate: .*\/missing\.pem cannot be read: it is not there\.\n/,
  );
  assert.match(
    startInVain({ SPATE_TLS_CERT: broken, SPATE_TLS_KEY: broken }),
    /^spate: The certificate in .* damaged\./,
  );
});

test('a database that nobody answers for is named with the reason, but without its password', () => {
  const said = startInVain({ DATABASE_URL: 'postgres://me:secret-word@127.0.0.1:1/spate' });
  assert.match(
    said,
    /^spate: The PostgreSQL of DATABASE_URL cannot be reached: .*ECONNREFUSED 127\.0\.0\.1:1\.\n/,
  );
  assert.doesNotMatch(said, /secret-word/);
});
