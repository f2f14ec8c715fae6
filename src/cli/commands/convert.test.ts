import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { exampleHar } from '../../converters/testing/documents.ts';
import { convertDocument } from '../convert/convert-document.ts';
import { parseCommandLine } from '../parse.ts';
import { isRecordingUrl, isRequest } from '../run/request-arguments.ts';
import { commands } from './index.ts';

/** Runs `spate convert` in this process. */
async function convert(...argv: string[]) {
  const line = parseCommandLine(['convert', ...argv], commands);
  assert.ok(line.wants === 'run');
  const said: string[] = [];
  const notes: string[] = [];
  const terminal = { say: (text: string) => said.push(text), note: (text: string) => notes.push(text) };
  const code = await convertDocument({ ...line, terminal } as unknown as Parameters<
    typeof convertDocument
  >[0]);
  return { code, said: said.join('\n'), notes: notes.join('\n') };
}

test('convert writes a plan, and replaces a file only on request', async (t) => {
  const path = join(await temporaryFolder(t), 'shop.jmx');
  const first = await convert('https://shop.example/', 'POST https://shop.example/cart 3', '-o', path);
  assert.deepEqual([first.code, first.said], [0, path]);
  assert.match(first.notes, /^2 requests\. Start it: spate run \S+shop\.jmx/);
  assert.match(await readFile(path, 'utf8'), /<jmeterTestPlan/);
  await assert.rejects(convert('https://other.example/', '-o', path), /exists/);
  await convert('https://other.example/', '-o', path, '--force', '--name', 'Other');
  assert.match(await readFile(path, 'utf8'), /testname="Other"/);
});

test('convert reads a file, and prints its requests as JSON that it can read again', async (t) => {
  const folder = await temporaryFolder(t);
  const recording = join(folder, 'shop.har');
  await writeFile(recording, exampleHar('https://shop.example'));
  const { said, notes } = await convert(recording, '--json', '--host', 'stats.example', '--no-correlation');
  const plan = JSON.parse(said);
  assert.equal(plan.requests.at(-1).enabled, true);
  assert.match(notes, /^Note: 1 request for images/);
  const edited = join(folder, 'requests.json');
  await writeFile(edited, JSON.stringify({ ...plan, requests: plan.requests.slice(0, 1) }));
  assert.match((await convert(edited, '-o', join(folder, 'edited.jmx'))).notes, /^1 request\./);
});

test('convert rejects what is no document', async () => {
  await assert.rejects(convert(), /document is missing/);
  await assert.rejects(convert('curl', 'https://shop.example/'), /curl command is not quoted/);
  await assert.rejects(convert('missing.har'), /File not found: missing\.har/);
  await assert.rejects(
    convert('https://shop.example/', '--base-url', 'shop'),
    /Invalid value for --base-url/,
  );
});

test('distinguishes requests on the command line from files', () => {
  for (const request of [
    'https://shop.example/',
    'POST http://shop.example/ 2',
    "curl 'https://shop.example/'",
  ])
    assert.equal(isRequest(request), true, request);
  for (const file of ['plan.jmx', 'curl.jmx', './https/plan.jmx', 'data http.csv'])
    assert.equal(isRequest(file), false, file);
});

test('the address of a .har file is a recording, other addresses are requests', () => {
  for (const url of ['https://shop.example/a.har', 'http://shop.example/b/c.HAR?x=1'])
    assert.equal(isRecordingUrl(url), true, url);
  for (const url of [
    'https://shop.example/?file=a.har',
    'GET https://shop.example/a.har',
    'a.har',
    'https://a.harbour',
  ])
    assert.equal(isRecordingUrl(url), false, url);
});
