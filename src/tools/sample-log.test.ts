import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Sample } from '../metrics/sample.ts';
import { formatSample, parseSample } from '../tool-process/sample-line.ts';
import { countSampleLog, readSampleLog } from './sample-log.ts';

const sample: Sample = {
  label: 'Home "page" ]\n',
  startedAtMs: 1_700_000_000_123.5,
  elapsedUs: 1500,
  latencyUs: 700,
  connectUs: 300,
  isPassed: false,
  code: '500',
  message: 'Größe ≠ 3\r\n',
  bytesIn: 10,
  bytesOut: 20,
  users: 3,
};

async function log(t: TestContext, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-log-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'samples.jsonl');
  await writeFile(path, content);
  return path;
}

test('a sample comes back as it was written', async (t) => {
  const passed = { ...sample, isPassed: true, message: '' };
  const path = await log(t, formatSample(sample) + formatSample(passed));
  const { samples } = await readSampleLog(path, undefined);
  assert.deepEqual(samples, [sample, passed]);
});

test('half a line is read once its end is there, from the offset that was given back', async (t) => {
  const line = Buffer.from(formatSample(sample));
  // In the middle of a character of two bytes.
  const cut = line.indexOf('ö') + 1;
  const path = await log(t, Buffer.concat([line, line.subarray(0, cut)]));
  const first = await readSampleLog(path, undefined);
  assert.deepEqual([first.samples.length, first.offset], [1, String(line.length)]);
  const nothing = await readSampleLog(path, first.offset);
  assert.deepEqual(nothing, { samples: [], offset: first.offset });
  await appendFile(path, line.subarray(cut));
  const second = await readSampleLog(path, first.offset);
  assert.deepEqual(second, { samples: [sample], offset: String(2 * line.length) });
});

test('a long log is read in pieces, each sample once and in order', async (t) => {
  const total = 60_000;
  const lines = Array.from({ length: total }, (_, index) => formatSample({ ...sample, users: index }));
  const path = await log(t, lines.join(''));
  const users: number[] = [];
  let offset: string | undefined;
  let pieces = 0;
  for (;;) {
    const read = await readSampleLog(path, offset);
    if (read.samples.length === 0) break;
    users.push(...read.samples.map((each) => each.users));
    offset = read.offset;
    pieces += 1;
  }
  assert.ok(pieces > 1);
  assert.deepEqual(users, [...users.keys()]);
  assert.equal(users.length, total);
  assert.deepEqual(await countSampleLog(path), { records: total, unreadable: 0 });
});

test('a line larger than one piece is read whole', async (t) => {
  const large = { ...sample, message: 'x'.repeat(5 * 2 ** 20) };
  const path = await log(t, formatSample(large) + formatSample(sample));
  const { samples, offset } = await readSampleLog(path, undefined);
  assert.deepEqual(samples.map(({ message }) => message.length).slice(0, 1), [large.message.length]);
  assert.deepEqual(
    [...samples.slice(1), ...(await readSampleLog(path, offset)).samples],
    [sample],
    'and what comes after it',
  );
  assert.deepEqual(await countSampleLog(path), { records: 2, unreadable: 0 });
});

test('what is no sample is passed over and counted apart', async (t) => {
  const rubbish = ['hello', '', '[INFO] started', '{"label":1}', '["half', '[1,2]'];
  const path = await log(t, `${formatSample(sample)}${rubbish.join('\n')}\n${formatSample(sample)}`);
  assert.deepEqual((await readSampleLog(path, undefined)).samples, [sample, sample]);
  assert.deepEqual(await countSampleLog(path), { records: 2, unreadable: rubbish.length });
});

test('a line that was cut off by the end of its writer counts as nothing', async (t) => {
  for (const rest of ['["Home",17', 'hel', '[', ']']) {
    const path = await log(t, formatSample(sample) + rest);
    assert.deepEqual(await countSampleLog(path), { records: 1, unreadable: 0 }, rest);
    assert.equal((await readSampleLog(path, undefined)).samples.length, 1);
  }
});

test('a log that is not there, or is a link to another file, is empty', async (t) => {
  const path = await log(t, formatSample(sample));
  const link = `${path}.link`;
  await symlink(path, link);
  for (const none of [`${path}.none`, link]) {
    assert.deepEqual(await readSampleLog(none, '7'), { samples: [], offset: '7' });
    assert.deepEqual(await countSampleLog(none), { records: 0, unreadable: 0 });
  }
});

test('figures that make no sense are none, and a sample without a name or a time is none', () => {
  const odd = parseSample('["a",5,-1,null,"x",1,200,"kept only when it failed",1e999,0.4,2.6]');
  assert.deepEqual(odd, {
    label: 'a',
    startedAtMs: 5,
    elapsedUs: 0,
    latencyUs: 0,
    connectUs: 0,
    isPassed: true,
    code: '200',
    message: '',
    bytesIn: 0,
    bytesOut: 0,
    users: 3,
  });
  for (const line of ['', 'null', '[]', '["a"]', '[1,5]', '["a","5"]', '["a",1e999]']) {
    assert.equal(parseSample(line), undefined, line);
  }
});
