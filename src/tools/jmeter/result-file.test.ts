import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { countRecords, readSamples } from './result-file.ts';

const header =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n';
const row = (label: string, failure = '') =>
  `1700000000000,12,${label},200,OK,tg 1-1,text,${failure === ''},${failure},300,120,1,7,http://x/,11,0,3\n`;

describe('the result file', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spate-jtl-'));
    path = join(folder, 'results.jtl');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is empty before it exists and before its header is complete', async () => {
    assert.deepEqual(await readSamples(path, undefined), { samples: [], offset: '0' });
    await writeFile(path, header.slice(0, 20));
    assert.deepEqual(await readSamples(path, undefined), { samples: [], offset: '0' });
    assert.deepEqual(await countRecords(path), { records: 0, unreadable: 0 });
  });

  it('is read with columns in any order', async () => {
    await writeFile(
      path,
      `success,"label",timeStamp,elapsed,"my var",allThreads\nfalse,"a ""b"", c",1700000000001,5,x,2\n`,
    );
    const { samples } = await readSamples(path, undefined);
    assert.deepEqual(samples, [
      {
        label: 'a "b", c',
        startedAtMs: 1700000000001,
        elapsedUs: 5000,
        latencyUs: 0,
        connectUs: 0,
        isPassed: false,
        code: '',
        message: '',
        bytesIn: 0,
        bytesOut: 0,
        users: 2,
      },
    ]);
  });

  it('returns every record once, however its bytes arrive', async () => {
    const text =
      header +
      row('/ä') +
      row('"two\nlines, ""quoted"""', '"line 1\n\nline €"') +
      row('x', 'no') +
      row('/日本');
    const all = Buffer.from(text);
    await writeFile(path, '');
    const labels: string[] = [];
    const messages: string[] = [];
    let offset: string | undefined;
    for (const byte of all) {
      await appendFile(path, Buffer.of(byte));
      const result = await readSamples(path, offset);
      offset = result.offset;
      labels.push(...result.samples.map((sample) => sample.label));
      messages.push(...result.samples.map((sample) => sample.message));
    }
    assert.deepEqual(labels, ['/ä', 'two\nlines, "quoted"', 'x', '/日本']);
    assert.deepEqual(messages, ['', 'line 1\n\nline €', 'no', '']);
    assert.equal(offset, String(all.length));
    assert.deepEqual(await countRecords(path), { records: 4, unreadable: 0 });
  });

  it('counts as many records as it reads when the header has an unclosed quote', async () => {
    await writeFile(
      path,
      `la"el,timeStamp\n${row('a')}${row('b')}`.replaceAll('1700000000000', 'x,1700000000000'),
    );
    assert.equal((await readSamples(path, undefined)).samples.length, 2);
    assert.equal((await countRecords(path)).records, 2);
  });

  it('omits an incomplete last record', async () => {
    await writeFile(path, `${header}${row('a')}1700000000000,12,"half`);
    const { samples, offset } = await readSamples(path, undefined);
    assert.equal(samples.length, 1);
    assert.equal(offset, String(header.length + row('a').length));
    assert.equal((await countRecords(path)).records, 1);
  });

  it('is read in chunks of a few megabytes, with larger records', async () => {
    const large = 'x'.repeat(5_000_000);
    const rows = Array.from({ length: 60_000 }, (_, index) => row(`/${index}`));
    await writeFile(
      path,
      header + rows.slice(0, 30_000).join('') + row('large', `"${large}"`) + rows.slice(30_000).join(''),
    );
    let offset: string | undefined;
    let count = 0;
    let reads = 0;
    for (let more = true; more; reads++) {
      const result = await readSamples(path, offset);
      count += result.samples.length;
      more = result.offset !== offset;
      offset = result.offset;
    }
    assert.equal(count, 60_001);
    assert.ok(reads > 3);
    assert.equal((await countRecords(path)).records, 60_001);
  });

  it('reports the number of invalid records', async () => {
    await writeFile(path, `${header}${row('a')}nonsense\n${row('b')}`);
    assert.equal((await readSamples(path, undefined)).samples.length, 2);
    assert.deepEqual(await countRecords(path), { records: 3, unreadable: 1 });
  });

  it('is not read through a link', async () => {
    await writeFile(join(folder, 'other'), header + row('a'));
    await symlink(join(folder, 'other'), path);
    assert.deepEqual((await readSamples(path, undefined)).samples, []);
    assert.equal((await countRecords(path)).records, 0);
  });
});
