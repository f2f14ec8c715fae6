import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { decodeBlock, scanBlocks } from '../../tool-process/block-codec.ts';
import { Result } from '../state/result.ts';
import { jtlHeader, ResultsJtl } from './results-jtl.ts';
import { SampleRecorder } from './sample-recorder.ts';

async function recorder(t: TestContext, options: { maxBytes?: number; areSubResultsSaved?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'spate-recorder-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'samples');
  const jtlPath = join(folder, 'results.jtl');
  await writeFile(jtlPath, jtlHeader);
  const made = new SampleRecorder({
    path,
    areSubResultsSaved: options.areSubResultsSaved ?? true,
    nowMs: () => 5_000,
    usersNow: () => 4,
    jtl: new ResultsJtl({
      path: jtlPath,
      maxBytes: options.maxBytes ?? 10_000,
      written: new BigInt64Array(1),
    }),
  });
  return {
    recorder: made,
    blocks: async () => scanBlocks(await readFile(path)).bodies.map(decodeBlock),
    /** Samples in the file so far. */
    written: () =>
      scanBlocks(readFileSync(path))
        .bodies.map(decodeBlock)
        .reduce((sum, { samples }) => sum + samples, 0),
    jtl: () => readFile(jtlPath, 'utf8'),
  };
}

function result(label: string, startMs: number, endMs: number, changes: Partial<Result> = {}): Result {
  return Object.assign(new Result(), { label, startMs, endMs, isSuccess: true, allUsers: 2, ...changes });
}

test('writes lines of the results file during the run', async (t) => {
  const { recorder: made, jtl } = await recorder(t);
  made.start(0);
  made.sampleOccurred(result('home', 1000, 1500));
  await until('the line is there', async () => (await jtl()).length > jtlHeader.length);
  const before = await jtl();
  made.close();
  assert.equal(await jtl(), before);
});

test('counts samples and sub-results in the second of their end, in service time', async (t) => {
  const { recorder: made, blocks } = await recorder(t);
  made.start(-500);
  made.sampleOccurred(result('home', 1000.25, 1499.75, { latencyMs: 3, bodyBytes: 10, sentBytes: 7 }));
  const parent = result('cart\0', 1000, 3000, { isSuccess: false, code: '500', message: 'no', allUsers: 3 });
  parent.subResults = [result('part', 1000, 2500)];
  made.sampleOccurred(parent);
  made.close();
  const read = await blocks();
  assert.equal(made.count, 3);
  assert.deepEqual(
    read.map(({ second, samples, users, usersNow, firstStartedAtMs }) => [
      second,
      samples,
      users,
      usersNow,
      firstStartedAtMs,
    ]),
    [
      [0, 1, 2, 4, 500.25],
      [2, 2, 3, 4, 500],
    ],
  );
  const home = read[0]?.labels.get('home');
  assert.deepEqual([home?.sumUs, home?.latencySumUs, home?.bytesIn, home?.bytesOut], [499_500, 3000, 10, 7]);
  const cart = read[1]?.labels.get('cart\ufffd');
  assert.deepEqual(
    [...(cart?.errors.values() ?? [])],
    [{ code: '500', message: 'no', count: 1, example: { label: 'cart\ufffd', atMs: 2500 } }],
  );
});

test('skips sub-results when they are not saved', async (t) => {
  const { recorder: made, blocks } = await recorder(t, { areSubResultsSaved: false });
  const parent = result('page', 1000, 3000);
  parent.subResults = [result('part', 1000, 2500)];
  made.sampleOccurred(parent);
  made.close();
  assert.deepEqual([made.count, (await blocks())[0]?.samples], [1, 1]);
});

test('writes few samples immediately, and many samples once per tick', async (t) => {
  const { recorder: made, written } = await recorder(t);
  made.start(0);
  // All in one event-loop turn, so that no tick intervenes.
  for (let count = 1; count <= 50; count++) {
    made.sampleOccurred(result('home', 1000, 1500));
    assert.equal(written(), count);
  }
  for (let count = 0; count < 1000; count++) {
    made.sampleOccurred(result('home', 1000, 1500));
  }
  assert.equal(written(), 50);
  made.close();
  assert.equal(written(), 1050);
});

test('writes the results file as JMeter does, up to the size limit', async (t) => {
  const { recorder: made, jtl, blocks } = await recorder(t, { maxBytes: 300 });
  const one = result('a "b"', 1000.9, 1002.1, {
    code: '200',
    message: 'OK, yes',
    threadName: 'g 1-1',
    url: 'http://x/',
  });
  made.sampleOccurred(one);
  made.flush();
  made.close();
  const line = '1000,2,"a ""b""",200,"OK, yes",g 1-1,,true,,0,0,0,2,http://x/,0,0,0\n';
  assert.equal(await jtl(), jtlHeader + line);
  const full = await recorder(t, { maxBytes: 300 });
  for (let count = 0; count < 20_000; count++) {
    full.recorder.sampleOccurred(one);
  }
  full.recorder.close();
  assert.ok((await full.jtl()).length < 300_000);
  assert.equal(full.written(), 20_000);
  assert.equal((await blocks()).length, 1);
});
