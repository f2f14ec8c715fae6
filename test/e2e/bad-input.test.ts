import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { crc32, deflateRawSync } from 'node:zlib';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

// Invalid requests return the right status and a message, and create nothing.
let service: TestService;
before(async () => {
  service = await startService(withoutNodes);
});
after(() => service?.close());

const jmx = plan({ port: 9, loops: '1' });
type Content = string | Uint8Array<ArrayBuffer>;

interface Wrong {
  query?: string;
  fields?: Record<string, string>;
  files?: Record<string, Content>;
}

/** Creates a run that would wait on a hosted grid if it were valid. */
function send({ query = '', fields = {}, files = { 'plan.jmx': jmx } }: Wrong): Promise<Response> {
  const form = new FormData();
  const all = {
    'run[tool]': 'jmeter',
    'run[grids][][infrastructure]': 'hosted',
    'run[grids][][region]': 'x',
    'run[grids][][stop_after]': '5',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  for (const [name, content] of Object.entries(files)) form.append('run_files[]', new Blob([content]), name);
  return service.fetch(`/runs${query}`, { method: 'POST', body: form });
}

async function refused(
  what: string,
  answer: Promise<Response> | Response,
  status: number,
  sentence: RegExp,
  field?: string,
): Promise<void> {
  const got = await answer;
  const text = await got.text();
  assert.equal(got.status, status, `${what}: ${text.slice(0, 500)}`);
  const body = JSON.parse(text) as Json;
  assert.match(body.error, sentence, what);
  assert.deepEqual(Object.keys(body), ['error', 'code', 'details'], what);
  if (field !== undefined) {
    const fields = body.details.map((detail: Json) => detail.field);
    assert.ok(
      fields.some((each: string) => each.replace(/\[\]$/, '') === field.replace(/\[\]$/, '')),
      `${what}: ${fields}`,
    );
  }
}

async function nothingIsLeft(): Promise<void> {
  assert.equal((await service.json('/runs')).total, 0);
  assert.deepEqual(await readdir(join(service.dataDir, 'files', 'staged')), []);
}

test('invalid values return 422 with the field and the allowed values', async () => {
  const cases: [Wrong['fields'], RegExp, string][] = [
    [
      { 'run[threads]': '-5' },
      /run\[threads\] must be a whole number from 1 to \d+, not "-5"/,
      'run[threads]',
    ],
    [{ 'run[threads]': '0' }, /from 1/, 'run[threads]'],
    [{ 'run[threads]': '1.5' }, /whole number/, 'run[threads]'],
    [{ 'run[threads]': '9'.repeat(30) }, /from 1 to/, 'run[threads]'],
    [{ 'run[rampup]': '-1' }, /from 0 to/, 'run[rampup]'],
    [{ 'run[duration]': '1e9' }, /whole number/, 'run[duration]'],
    [{ 'run[duration]': 'NaN' }, /whole number/, 'run[duration]'],
    [{ 'run[tool]': 'abacus' }, /one of jmeter, gatling/, 'run[tool]'],
    [{ 'run[privacy]': 'secret' }, /one of public, private/, 'run[privacy]'],
    [{ 'run[name]': 'n'.repeat(501) }, /at most 500 characters/, 'run[name]'],
    [{ 'run[grids][][stop_after]': '2881' }, /1 to 2880/, 'run[grids][0][stop_after]'],
    [{ 'run[grids][][stop_after]': '0' }, /1 to 2880/, 'run[grids][0][stop_after]'],
    [{ 'run[grids][][instance_quantity]': '0' }, /from 1/, 'run[grids][0][instance_quantity]'],
    [{ 'run[grids][][infrastructure]': 'moon' }, /demand, hosted/, 'run[grids][0][infrastructure]'],
    [{ 'run[override_hosts]': 'example.com' }, /host name and an IP address/, 'run[override_hosts]'],
  ];
  for (const [fields = {}, sentence, field] of cases)
    await refused(JSON.stringify(fields), send({ fields }), 422, sentence, field);
  const long = '9'.repeat(15);
  await refused('page', service.fetch(`/runs?page=${long}`), 422, /page must be/, 'page');
  await nothingIsLeft();
});

test('numbers in queries beyond the range of the database return 422', async () => {
  const run = (await (await send({})).json()) as Json;
  for (const field of ['from', 'to'])
    await refused(
      field,
      service.fetch(`/runs/${run.uuid}/series?${field}=${'9'.repeat(15)}`),
      422,
      /from 0 to/,
      field,
    );
  await service.json(`/runs/${run.uuid}/stop`);
  assert.equal((await service.fetch(`/runs/${run.uuid}`, { method: 'DELETE' })).status, 204);
});

test('a NUL character is rejected by name in every field', async () => {
  for (const field of [
    'run[name]',
    'run[notes]',
    'run[tag_list]',
    'run[project]',
    'run[override_parameters]',
  ])
    await refused(field, send({ query: `?${field}=a%00b` }), 422, /contains a NUL character/, field);
  const grids = (query: string) => send({ query, fields: { 'run[grids][][region]': 'x' } });
  await refused('grid by uuid', grids('?run[grids][][uuid]=%00'), 422, /NUL/);
  const plain = new FormData();
  plain.append('run[tool]', 'jmeter');
  plain.append('run_files[]', new Blob([jmx]), 'plan.jmx');
  for (const query of ['?run[grids][]=%00', '?run[grids]=%00', '?grid=%00', '?region=%00'])
    await refused(query, service.fetch(`/runs${query}`, { method: 'POST', body: plain }), 422, /NUL/);
  for (const path of ['/runs/a%00b', '/grids/%00', '/%00.tar.gz', '/runs/%00/report'])
    await refused(path, service.fetch(path), 404, /^Sorry, we cannot find that resource/);
  await nothingIsLeft();
});

test('invalid bodies are rejected with 400, 413 or 415 and a reason', async () => {
  const post = (type: string, body: string) =>
    service.fetch('/runs', { method: 'POST', headers: { 'content-type': type }, body });
  const multipart = 'multipart/form-data; boundary=b';
  const part = '--b\r\nContent-Disposition: form-data; name=';
  const form = /multipart form is invalid or incomplete/;
  await refused('no end', post(multipart, `${part}"run[tool]"\r\n\r\njmeter`), 400, form);
  const cut = `${part}"run_files[]"; filename="a.jmx"\r\n\r\n<jmeterTestPlan`;
  await refused('a file cut off', post(multipart, cut), 400, form);
  await refused('no boundary', post('multipart/form-data', 'x'), 400, form);
  await refused('another boundary', post('multipart/form-data; boundary=c', cut), 400, form);
  await refused('no JSON', post('application/json', '{nope'), 400, /not valid JSON/);
  await refused('a JSON list', post('application/json', '[1]'), 400, /must be an object/);
  const deep = `{"run":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`;
  await refused('deep JSON', post('application/json', deep), 400, /nested deeper than/);
  const types = '{"run":{"tool":{"a":1},"threads":[1],"name":{"x":1},"webhook":"maybe"}}';
  await refused('types', post('application/json', types), 422, /run\[tool\]/, 'run[name]');
  await refused('files', post('application/json', '{"run_files":[5]}'), 422, /base64/, 'run_files[0]');
  await refused('XML', post('text/xml', '<a/>'), 415, /Unsupported content type text\/xml/);
  const long = 'x'.repeat(3 * 1024 * 1024);
  await refused('a long field', send({ fields: { 'run[name]': long } }), 413, /run\[name\]/, 'run[name]');
  await refused('a long form', post('application/x-www-form-urlencoded', long), 413, /at most/);
  await nothingIsLeft();
});

test('a URL that is too long is rejected while the client is still sending', async () => {
  const { port } = new URL(service.url);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  await once(socket, 'secureConnect');
  socket.write(`GET /runs?x=${'a'.repeat(2 * 1024 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  assert.match(text, /^HTTP\/1\.1 431 /);
  assert.match(text, /too long\. Send parameters in the body/);
});

test('plans that cannot start return 422 with the reason', async () => {
  const head = '<?xml version="1.0"?>';
  const rest = jmx.slice(jmx.indexOf('?>') + 2);
  const cases: [string, Content, RegExp][] = [
    ['text', 'hello, this is no XML', /plan\.jmx is not valid XML/],
    ['empty', '', /plan\.jmx is not valid XML/],
    ['another document', '<html><body/></html>', /root element is <html>/],
    ['half a plan', jmx.slice(0, 600), /not valid XML: line \d+/],
    ['a fragment', '<jmeterTestPlan><hashTree/></jmeterTestPlan>', /test fragment/],
    [
      'an external entity',
      `${head}<!DOCTYPE j [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rest.replace('Home', '&x;')}`,
      /declares XML entities/,
    ],
    ['many entities', `${head}<!DOCTYPE j [<!ENTITY a "aaaa">]>${rest}`, /declares XML entities/],
    ['an external DTD', `${head}<!DOCTYPE j SYSTEM "file:///etc/passwd">${rest}`, /external DTD/],
    ['a public DTD', `${head}<!DOCTYPE j PUBLIC "a" "http://127.0.0.1:9/x.dtd">${rest}`, /external DTD/],
  ];
  for (const [what, content, sentence] of cases)
    await refused(what, send({ files: { 'plan.jmx': content } }), 422, sentence, 'run_files');
  await refused(
    'no plan',
    send({ files: { 'a.csv': 'a\n' } }),
    422,
    /none of the files ends in \.jmx/,
    'run_files',
  );
  const huge = `${jmx}${' '.repeat(64 * 2 ** 20)}`;
  const size = /plan\.jmx.* exceeds the limit of 64 MB for a plan/;
  await refused('a huge plan', send({ files: { 'plan.jmx': huge } }), 413, size, 'run_files');
  await refused('packed', send({ files: { 'all.zip': zip({ 'plan.jmx': huge }) } }), 413, size, 'run_files');
  await refused('no file', send({ files: {} }), 422, /run_files is required/, 'run_files');
  await nothingIsLeft();
});

test('archives with outside paths, links or bombs return 422', async () => {
  const bomb = new Uint8Array(160 * 2 ** 20);
  const cases: [string, Content, RegExp][] = [
    ['leads out', zip({ '../evil.csv': 'x', 'plan.jmx': jmx }), /points outside of the archive/],
    ['leads out backwards', zip({ '..\\evil.csv': 'x', 'plan.jmx': jmx }), /points outside of the archive/],
    ['absolute', zip({ '/etc/evil.csv': 'x', 'plan.jmx': jmx }), /is absolute/],
    ['a link', zip({ link: '/etc/passwd', 'plan.jmx': jmx }, { isLink: 'link' }), /is a link/],
    ['a bomb', zip({ 'big.bin': bomb, 'plan.jmx': jmx }), /times the size of the archive/],
    ['cut off', zip({ 'plan.jmx': jmx }).slice(0, -30), /is corrupt/],
    ['no archive', 'hello', /cannot be unpacked/],
    ['no plan in it', zip({ 'a.csv': 'x' }), /none of the files ends in \.jmx/],
  ];
  for (const [what, content, sentence] of cases)
    await refused(what, send({ files: { 'all.zip': content } }), 422, sentence, 'run_files');
  await nothingIsLeft();
});

test('names of uploads are reduced to their last part, and rejected if that is not valid', async () => {
  for (const name of ['..', '.', ' ', 'a/..', `${'n'.repeat(260)}.jmx`])
    await refused(name, send({ files: { [name]: jmx } }), 422, /file name/, 'run_files[]');
  await refused(
    'the same twice',
    send({ files: { 'a/plan.jmx': jmx, 'b/plan.jmx': jmx } }),
    422,
    /Several uploaded files are named plan\.jmx/,
    'run_files',
  );
  await nothingIsLeft();
  for (const name of ['../../etc/plan.jmx', 'C:\\temp\\plan.jmx', '/abs/plan.jmx']) {
    const answer = await send({ files: { [name]: jmx } });
    const run = (await answer.json()) as Json;
    assert.equal(answer.status, 201, JSON.stringify(run));
    assert.deepEqual(
      run._embedded.run_files.map((file: Json) => file.name),
      ['plan.jmx'],
    );
    assert.equal(await (await service.fetch(run._embedded.files[0].href)).text(), jmx);
  }
});

test('an uploaded file takes precedence over an archived one of the same name', async () => {
  const answer = await send({
    files: { 'all.zip': zip({ 'plan.jmx': '<old/>', 'a.csv': 'x' }), 'plan.jmx': jmx },
  });
  assert.equal(answer.status, 201, await answer.text());
});

/** A zip file with exactly these names, which no archiver would write. */
function zip(files: Record<string, Content>, { isLink = '' } = {}): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((name === isLink ? 0o120777 : 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, common, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]));
}
