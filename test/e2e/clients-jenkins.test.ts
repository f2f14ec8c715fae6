import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { startService, type TestService } from '../support/service.ts';

// The build step of a Jenkins job from the repository of the original: no grids, and a result from two numbers.
const skip = needs('java', 'maven', 'curl', 'jq');
const script = fileURLToPath(new URL('./scripts/jenkins.sh', import.meta.url));
const slowMs = 3_100;
let service: TestService;
let target: Server;
let folder: string;

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'spate-jenkins-'));
  service = await startService({ SPATE_GRID_EXECUTIONS: '3' });
  let answered = 0;
  target = createServer((request, response) => {
    if (request.url === '/slow') {
      setTimeout(() => response.end('at last'), slowMs);
      return;
    }
    // One failure in two hundred: less than one percent, and still a failure.
    answered += request.url === '/failing' ? 1 : 0;
    response.statusCode = request.url === '/failing' && answered === 7 ? 500 : 200;
    response.end('ok');
  }).listen(0, '127.0.0.1');
  // Keep-alive must not close connections in use by a load generator.
  target.keepAliveTimeout = 120_000;
  await once(target, 'listening');
});
after(async () => {
  await service?.close();
  target?.close();
  target?.closeAllConnections();
  if (folder) await rm(folder, { recursive: true });
});

test('jenkins.sh exits with 0 for a passed run, 1 for a failed one and 2 for a slow one', {
  skip,
}, async () => {
  const [clean, failing, slow] = await Promise.all([
    build('/clean', '100'),
    build('/failing', '100'),
    build('/slow', '1'),
  ]);
  assert.equal(clean.code, 0, clean.output);
  assert.match(clean.output, /error rate 0%/);
  assert.equal(failing.code, 1, failing.output);
  assert.match(failing.output, /failed with error rate 1%/);
  assert.equal(slow.code, 2, slow.output);
  assert.match(slow.output, /failed with response time (3[1-9]|[4-9]\d|\d{3})\d\dms/);
  for (const { output } of [clean, failing, slow]) {
    assert.match(output, /2 users/);
    assert.doesNotMatch(output, /integer expression expected|null/);
  }
});

async function build(path: string, loops: string): Promise<{ code: number; output: string }> {
  const { port } = target.address() as AddressInfo;
  const file = join(folder, `${path.slice(1)}.jmx`);
  await writeFile(file, plan({ port, path, loops }));
  const env = {
    ...process.env,
    FLOOD_API: service.url,
    FLOOD_API_TOKEN: service.token,
    CURL_CA_BUNDLE: service.ca,
    BUILD_NUMBER: '7',
  };
  return new Promise((resolve) => {
    execFile('bash', [script, file], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}
