import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';
import { notTested } from '../../../test/support/not-tested.ts';
import { testProgram } from '../../../test/support/programs.ts';
import { isFullSuite } from '../../../test/support/suite.ts';

const main = testProgram('src/main.ts');
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spate-start-'));
});
after(() => rm(folder, { recursive: true }));

/** Starts the service with settings that make it fail, and returns its error output. */
function startFailing(env: Record<string, string>): string {
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

test('explains a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    assert.equal(
      startFailing({ SPATE_PORT: String(port) }),
      `spate: Port ${port} of 127.0.0.1 is in use by another program.\n       Stop that program, or choose another port with SPATE_PORT or --port; 0 selects a free one.\n`,
    );
  } finally {
    server.close();
  }
});

if (!isFullSuite()) notTested('explains a data folder below a file, and a missing certificate');
if (isFullSuite()) {
  test('explains an address that is not local', () => {
    assert.match(startFailing({ SPATE_HOST: '203.0.113.9' }), /^spate: Cannot listen on 203\.0\.113\.9/);
  });
}

test('explains a data folder that is a file', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const said = startFailing({ SPATE_DATA_DIR: file });
  assert.match(said, /^spate: Cannot use the data folder .*\/file: .*: is a file\./);
  if (isFullSuite())
    assert.match(
      startFailing({ SPATE_DATA_DIR: join(file, 'below') }),
      /Cannot use the data folder .* is a file\./,
    );
});

test('explains a missing or invalid certificate', async () => {
  const broken = join(folder, 'broken.pem');
  await writeFile(broken, 'nothing');
  const missing = join(folder, 'missing.pem');
  if (isFullSuite())
    assert.match(
      startFailing({ SPATE_TLS_CERT: missing, SPATE_TLS_KEY: missing }),
      /^spate: Cannot read .*\/missing\.pem: not found\.\n/,
    );
  assert.match(
    startFailing({ SPATE_TLS_CERT: broken, SPATE_TLS_KEY: broken }),
    /^spate: The certificate in .* is not valid PEM\./,
  );
});

test('explains an unreachable database without printing its password', () => {
  const said = startFailing({ DATABASE_URL: 'postgres://me:secret-word@127.0.0.1:1/spate' });
  assert.match(
    said,
    /^spate: Cannot connect to the PostgreSQL server of DATABASE_URL: .*ECONNREFUSED 127\.0\.0\.1:1\.\n/,
  );
  assert.doesNotMatch(said, /secret-word/);
});
