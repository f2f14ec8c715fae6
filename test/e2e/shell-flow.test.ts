import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { sumOfCsv } from '../support/run.ts';
import { startService, type TestService } from '../support/service.ts';

const skip = needs('java', 'maven', 'curl', 'jq');
const documented = fileURLToPath(new URL('../../examples/ci/run-and-wait.sh', import.meta.url));
let service: TestService;
let target: Target;
let folder: string;

before(async () => {
  if (skip) return;
  target = await startTarget(steadyPages);
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'spate-shell-'));
  await writeFile(join(folder, 'users.csv'), 'name\nann\nbob\n');
});
after(async () => {
  await service?.close();
  await target?.stop();
  if (folder) await rm(folder, { recursive: true });
});

test('the documented shell flow works with the names of the spec', { skip }, async () => {
  await writeFile(join(folder, 'basic.jmx'), plan({ port: target.port, path: '/', loops: '20' }));
  const { code, output } = await runScript(documented, ['users.csv', 'basic.jmx']);
  assert.equal(code, 0, output);
  assert.match(output, /100 passed|passed/);
  assert.equal(target.counts()['/']?.requests, 5 * 20);
  const csv = await readFile(join(folder, 'result.csv'), 'utf8');
  assert.match(csv, /^Time,Measurement,Label,Account,Run,Project,Grid,Region,Value\n/);
  assert.equal(sumOfCsv(csv), 100);
});

test('the same script with the original names of the hosted service works unchanged', { skip }, async () => {
  await writeFile(join(folder, 'old.jmx'), plan({ port: target.port, path: '/cart', loops: '20' }));
  const script = (await readFile(documented, 'utf8'))
    .replaceAll('$SPATE_URL/runs', '$SPATE_URL/floods')
    .replaceAll('run[', 'flood[')
    .replaceAll('run_files', 'flood_files');
  const path = join(folder, 'old.sh');
  await writeFile(path, script);
  const { code, output } = await runScript(path, ['users.csv', 'old.jmx']);
  assert.equal(code, 0, output);
  assert.equal(target.counts()['/cart']?.requests, 5 * 20);
  const csv = await readFile(join(folder, 'result.csv'), 'utf8');
  assert.match(csv, /^Time,Measurement,Label,Account,Flood,Project,Grid,Region,Value\n/);
  assert.equal(sumOfCsv(csv), 100);
});

test('a pipeline fails when requests fail', { skip }, async () => {
  await writeFile(
    join(folder, 'failing.jmx'),
    plan({ port: target.port, path: '/nothing-here', loops: '3' }),
  );
  const { code, output } = await runScript(documented, ['failing.jmx']);
  assert.equal(code, 1, output);
  assert.match(output, /error rate of 100 %/);
});

function runScript(script: string, files: string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    SPATE_URL: service.url,
    SPATE_TOKEN: service.token,
    CURL_CA_BUNDLE: service.ca,
  };
  return new Promise((resolve) => {
    execFile('bash', [script, ...files], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}
