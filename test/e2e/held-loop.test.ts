import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sendSignal } from '../../src/lib/process-identity.ts';
import type { HeldLoop } from '../support/loop-probe.ts';
import { plan } from '../support/plan.ts';
import { startService, type TestService } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

/** A quarter of the largest inputs would still block it for much longer. */
const share = isFullSuite() ? 1 : 0.25;
const part = (size: number) => Math.floor(size * share);

const memoryMb = isFullSuite() ? 128 : 64;

let service: TestService;
let folder: string;
let probeFile: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spate-test-'));
  probeFile = join(folder, 'held');
  await writeFile(probeFile, '');
  service = await startService({
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('../support/loop-probe.ts', import.meta.url))}`,
    SPATE_TEST_LOOP_PROBE: probeFile,
    SPATE_PLAN_CHECK_TIMEOUT_S: '120',
    SPATE_PLAN_CHECK_MEMORY_MB: String(memoryMb),
  });
  // Warm-up: the first execution of code includes its compilation.
  for (let times = 0; times < 3; times += 1) await inspect('plan.jmx', jmx);
  await pour('application/json', ['x'.repeat(70_000)]);
  for (let times = 0; times < 3; times += 1) await blocksDuring(async () => {});
});
after(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

const jmx = plan({ port: 9, loops: '1' });
const withPath = (path: string) => jmx.replace('<stringProp name="HTTPSampler.path">/', `$&${path}`);

function inspect(name: string, content: string, tool = 'jmeter'): Promise<Response> {
  const form = new FormData();
  form.append('run[tool]', tool);
  form.append('run_files[]', new Blob([content]), name);
  return service.fetch('/runs/inspect', { method: 'POST', body: form });
}

/**
 * The longest block of the event loop during the work, and the control block after it: without the control block, the
 * probe would not have seen the work's blocks either.
 */
async function blocksDuring(work: () => Promise<void>): Promise<HeldLoop> {
  const start = (await readFile(probeFile, 'utf8')).length;
  await work();
  await service.json('/healthz');
  sendSignal(service.pid(), 'SIGUSR2');
  const line = await until('the control block', async () => {
    const added = (await readFile(probeFile, 'utf8')).slice(start);
    return added.endsWith('\n') ? added : undefined;
  });
  return JSON.parse(line);
}

/** No request may block the event loop for longer, whatever it contains. */
const maxMs = 50;

/** The control block takes as long on an idle core of a server of 2024, and longer where the machine is slow or busy. */
async function staysFree(
  what: string,
  request: () => Promise<Response>,
  statuses: number[],
): Promise<string> {
  let answer = '';
  const { longest, control } = await blocksDuring(async () => {
    const response = await request();
    answer = await response.text();
    assert.ok(statuses.includes(response.status), `${what}: ${response.status} ${answer.slice(0, 300)}`);
  });
  assert.ok(control.ms > 0, 'the probe measured the control block');
  assert.ok(
    longest.ms <= Math.max(maxMs, control.ms),
    `${what} held the event loop for ${longest.ms} ms, longer than ${maxMs} ms and than the ${control.ms} ms of the control block: ${longest.functions.join(', ')}`,
  );
  return answer;
}

/** Sends a body without a length to a public operation, until it is answered. */
async function pour(type: string, pieces: Iterable<string>): Promise<Response> {
  const { port } = new URL(service.url);
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/session',
    headers: { 'content-type': type },
    ca: await readFile(service.ca),
  });
  sent.on('error', () => {});
  let isAnswered = false;
  const answered = once(sent, 'response').finally(() => {
    isAnswered = true;
  });
  for (const piece of pieces) {
    if (sent.destroyed || isAnswered) break;
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), answered]);
  }
  const [response] = (await answered) as [IncomingMessage];
  const body = await text(response);
  sent.destroy();
  return new Response(body, { status: response.statusCode ?? 0 });
}

test('bodies of unauthenticated clients do not block the event loop', async () => {
  const megabyte = 'x'.repeat(2 ** 20);
  const json = ['{"session":{"token":"', ...Array<string>(63).fill(megabyte)];
  await staysFree('63 MiB of JSON', () => pour('application/json', json), [413]);
  const field = `--b\r\nContent-Disposition: form-data; name="session[x]"\r\n\r\n${megabyte}\r\n`;
  const form = Array<string>(5_000).fill(field);
  await staysFree('5,000 fields of 1 MiB', () => pour('multipart/form-data; boundary=b', form), [413]);
});

test('bodies of members do not block the event loop', async () => {
  const json = { 'content-type': 'application/json' };
  const post = (headers: Record<string, string>, body: string) => () =>
    service.fetch('/runs/inspect', { method: 'POST', headers, body });
  const spaces = JSON.stringify({ run_files: [{ name: 'a.jmx', content: `${' '.repeat(80_000)}*` }] });
  await staysFree('spaces in base64', post(json, spaces), [422]);
  const content = Buffer.alloc(part(40 * 2 ** 20), '<').toString('base64');
  await staysFree(
    'much base64',
    post(json, JSON.stringify({ run_files: [{ name: 'a.jmx', content }] })),
    [200],
  );
  await staysFree('deep JSON', post(json, `{"run":${'['.repeat(part(10_000_000))}`), [400]);
  const pairs = { 'content-type': 'application/x-www-form-urlencoded' };
  await staysFree('many parameters', post(pairs, 'a&'.repeat(part(1_000_000))), [400]);
});

test('plans that are expensive to parse do not block the event loop', async () => {
  const nested = withPath(`${'${__P(a,'.repeat(1_000)}${'x'.repeat(part(1_000_000))}${')}'.repeat(1_000)}`);
  await staysFree('nested calls around a long text', () => inspect('plan.jmx', nested), [200]);
  const deep = withPath(`${'${__P(a,'.repeat(part(20_000))}x${')}'.repeat(part(20_000))}`);
  await staysFree('deeply nested calls', () => inspect('plan.jmx', deep), [200]);
  const large = withPath('x'.repeat(part(60_000_000)));
  await staysFree('a large plan', () => inspect('plan.jmx', large), [200, 422]);
  const java = 'class A '.repeat(part(200_000));
  await staysFree('Java', () => inspect('A.java', java, 'java-selenium-chrome'), [200]);
  const scala = `class A extends Simulation {${' csv("a") '.repeat(part(100_000))}}`;
  await staysFree('Scala', () => inspect('A.scala', scala, 'gatling'), [200]);
  const script = `export default 1; ${'import {'.repeat(part(100_000))}`;
  await staysFree('a browser script', () => inspect('a.ts', script, 'service-chrome'), [200]);
});

test('a plan that exceeds the check limits is rejected with a fix', async () => {
  const samplers = Array.from({ length: 120_000 * (memoryMb / 128) }, (_, index) => sampler(index)).join('');
  const tree = jmx.replace('</ThreadGroup>', `</ThreadGroup><hashTree>${samplers}</hashTree>`);
  const answer = await staysFree('a large tree', () => inspect('plan.jmx', tree), [422]);
  assert.match(
    answer,
    new RegExp(`cannot be checked within (120 s|${memoryMb} MB of memory)\\. Split the plan`),
  );
});

const sampler = (index: number) =>
  `<DebugSampler guiclass="TestBeanGUI" testclass="DebugSampler" testname="d${index}" enabled="true"><stringProp name="a">${'y'.repeat(300)}</stringProp></DebugSampler><hashTree/>`;
