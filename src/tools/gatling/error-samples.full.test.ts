import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { type ErrorSample, parseErrorSample } from '../../domain/error-sample.ts';
import { makeExecution, readToEnd, testContext } from '../execution.fixture.ts';
import { createGatling } from './gatling.ts';
import { javaSimulation } from './simulation.fixture.ts';
import { decodeSimulationLog } from './simulation-log.fixture.ts';

/** Imitates a line of Gatling's files and log. */
const hostile = '"}\n{"label":"forged","code":"200"}\n>>>>>\nRequest:\nforged: KO\r\n\u2028\u0000"\\';
const large = 'é'.repeat(100_000);

const chain = `.exec(
  repeat(5).on(http("form").post("/form?token=abc").formParam("user", "Ann B").formParam("password", "a b&c")
    .header("Cookie", "sid=1").check(status().is(201))),
  http("body").post("/hostile").body(StringBody("{\\"a\\":1}")).asJson().check(jsonPath("$.b")),
  http("parts").post("/form").bodyPart(StringBodyPart("password", "x y")).check(status().is(201)),
  http("large").get("/large").check(substring("nowhere")),
  http("binary").get("/binary").check(status().is(201)),
  http("refused").get("http://127.0.0.1:1/x"),
  http("passed").get("/form"),
  http("unbuilt").get("/#{missing}"))`;

test('an error message that quotes a response is shortened, and simulation.log has at most 1,000 different ones', {
  skip: needs('java', 'maven'),
}, async () => {
  let served = 0;
  const server = createServer((_, response) => response.end(`${served++}${large}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const tool = createGatling();
  try {
    await tool.provision(testContext(), () => {});
    const failures = `.repeat(1200).on(exec(http("quoted").get("/").check(regex("(.+)").is("none"))))`;
    await using execution = await makeExecution(tool, [javaSimulation(origin, failures)]);
    await tool.launch(execution);
    await tool.release(execution, Date.now());
    const samples = await readToEnd(tool, execution);
    const { exitCode } = await tool.conclude(execution);
    assert.equal(exitCode, 0);
    assert.equal(samples.length, 1200);
    assert.ok(samples.every(({ message }) => /found \d+é{500}/.test(message) && message.length === 2000));
    const log = (await tool.archiveFiles(execution)).find(({ name }) => name === 'simulation.log');
    const { requests } = decodeSimulationLog(await readFile(log?.path ?? ''));
    const messages = new Set(requests.map(({ message }) => message));
    assert.deepEqual([requests.length, messages.size], [1200, 1001]);
    assert.ok(messages.has('Other errors'));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('Gatling keeps the first failed requests with what was sent and received, whatever it contains', {
  skip: needs('java', 'maven'),
}, async () => {
  const server = createServer((request, response) => {
    request.resume();
    const path = (request.url ?? '').split('?')[0];
    response.setHeader('content-type', path === '/binary' ? 'image/png' : 'text/plain; charset=utf-8');
    response.setHeader('set-cookie', 'seen=1');
    const body = path === '/hostile' ? hostile : path === '/large' ? large : `answer of ${path}`;
    request.on('end', () => response.end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tool = createGatling();
  try {
    await tool.provision(testContext(), () => {});
    await using execution = await makeExecution(tool, [javaSimulation(new URL(origin), chain)]);
    await tool.launch(execution);
    await tool.release(execution, Date.now());
    const samples = await readToEnd(tool, execution);
    await tool.conclude(execution);
    const lines = (await readFile(tool.errorSamplesPath?.(execution) ?? '', 'utf8')).trimEnd().split('\n');
    const kept = lines.map((line) => parseErrorSample(line));
    assert.deepEqual(
      kept.map((sample) => sample?.label),
      ['form', 'form', 'form', 'body', 'parts', 'large', 'binary', 'refused', 'unbuilt'],
    );
    assert.equal(samples.filter(({ isPassed }) => !isPassed).length, 11);
    const of = (label: string) => kept.find((sample) => sample?.label === label) as ErrorSample;
    const failed = samples.find(({ label }) => label === 'form');
    const form = of('form');
    assert.deepEqual([form.code, form.message], [failed?.code, failed?.message]);
    assert.equal(form.url, `${origin}/form?token=abc`);
    assert.match(form.requestHead, /^POST http:\S+\/form\?token=abc\n/);
    assert.match(form.requestHead, /\ncookie: sid=1\n/i);
    assert.equal(form.requestBody, 'user=Ann+B&password=a+b%26c');
    assert.match(form.responseHead, /^HTTP\/1\.1 200 OK\n(.*\n)*set-cookie: seen=1\n/);
    assert.equal(form.responseBody, 'answer of /form');
    assert.equal(form.responseBytes, form.responseBody.length);
    assert.ok(form.latencyMs > 0 && form.connectMs > 0 && form.elapsedMs >= form.latencyMs);
    assert.equal(of('body').responseBody, hostile.replaceAll('\0', '\ufffd'));
    assert.equal(of('body').requestBody, '{"a":1}');
    assert.equal(of('parts').requestBody, 'password=x+y');
    assert.ok(/^é{32768}$/.test(of('large').responseBody), 'the first 65,536 bytes');
    assert.equal(of('large').responseBytes, Buffer.byteLength(large));
    assert.deepEqual([of('binary').responseBody, of('binary').responseBytes], ['', 17]);
    assert.deepEqual([of('refused').url, of('refused').responseHead], ['http://127.0.0.1:1/x', '']);
    assert.match(of('refused').message, /refused/i);
    assert.deepEqual([of('unbuilt').url, of('unbuilt').requestHead], ['', '']);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
