import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { SentFrame } from '../../protocol/frame-message.ts';
import type { SpoolRecord } from './record.ts';
import { Spool } from './spool.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spate-spool-'));
});
after(() => rm(folder, { recursive: true, force: true }));

function recordOf(firstSeq: number, frameCount: number, payloadBytes: number): SpoolRecord {
  const frames: SentFrame[] = Array.from({ length: frameCount }, (_, index) => ({
    seq: firstSeq + index,
    second: 1_700_000_000 + firstSeq + index,
    payload: Buffer.alloc(payloadBytes, firstSeq + index),
  }));
  const lastSeq = firstSeq + frameCount - 1;
  return {
    frames,
    progress: {
      offset: `bytes:${lastSeq * 100}`,
      lastSeq,
      samplesFramed: lastSeq * 10,
      samplesMoved: 0,
      firstSampleAtMs: 1_700_000_000_123.5,
      users: 7,
      clockOffsetMs: -1.25,
      open: firstSeq % 2 === 0 ? null : { second: 1_700_000_001, payload: Buffer.alloc(9, firstSeq) },
    },
  };
}

async function framesOf(spool: Spool): Promise<SentFrame[]> {
  return Array.fromAsync(spool.frames());
}

test('an empty spool has initial progress', async () => {
  const spool = await Spool.open(join(folder, 'empty'));
  assert.equal(spool.progress.offset, undefined);
  assert.equal(spool.progress.lastSeq, 0);
  assert.equal(spool.progress.firstSampleAtMs, null);
  assert.deepEqual(await spool.read(1, 1000), []);
  await spool.close();
});

test('continues after the last complete record when truncated at any byte', async () => {
  const whole = join(folder, 'whole');
  const records = [recordOf(1, 2, 30), recordOf(3, 1, 0), recordOf(4, 3, 25)];
  const spool = await Spool.open(whole);
  const ends: number[] = [0];
  for (const record of records) {
    await spool.append(record);
    ends.push((await readFile(whole)).length);
  }
  await spool.close();
  const size = ends.at(-1) ?? 0;
  for (let length = 0; length <= size; length++) {
    const path = join(folder, 'cut');
    await copyFile(whole, path);
    await truncate(path, length);
    const left = ends.filter((end) => end <= length).length - 1;
    const cut = await Spool.open(path);
    assert.deepEqual(
      await framesOf(cut),
      records.slice(0, left).flatMap((record) => record.frames),
    );
    assert.equal(cut.progress.lastSeq, records[left - 1]?.progress.lastSeq ?? 0);
    assert.equal(cut.progress.offset, records[left - 1]?.progress.offset);
    assert.equal((await readFile(path)).length, ends[left]);
    const next = recordOf(cut.progress.lastSeq + 1, 1, 5);
    await cut.append(next);
    await cut.close();
    const again = await Spool.open(path);
    assert.deepEqual(again.progress, next.progress);
    assert.deepEqual((await framesOf(again)).at(-1), next.frames[0]);
    await again.close();
  }
});

test('truncates a tail of zeros or random bytes, as left by a power failure', async () => {
  const path = join(folder, 'noise');
  const record = recordOf(1, 2, 30);
  const spool = await Spool.open(path);
  await spool.append(record);
  await spool.close();
  const whole = await readFile(path);
  const flipped = Buffer.from(whole);
  flipped[whole.length - 3] = (flipped[whole.length - 3] ?? 0) ^ 1;
  for (const tail of [Buffer.alloc(8), Buffer.alloc(500), Buffer.alloc(500, 0xff), flipped]) {
    await writeFile(path, Buffer.concat([whole, tail]));
    const opened = await Spool.open(path);
    assert.deepEqual(opened.progress, record.progress);
    assert.deepEqual(await framesOf(opened), record.frames);
    await opened.close();
    assert.equal((await readFile(path)).length, whole.length);
  }
});

test('reads frames from any sequence number, in bounded batches', async () => {
  const path = join(folder, 'long');
  const spool = await Spool.open(path);
  let seq = 1;
  for (let record = 0; record < 300; record++) {
    const frameCount = record % 4;
    await spool.append(recordOf(seq, frameCount, 50));
    seq += frameCount;
  }
  const last = seq - 1;
  for (const from of [1, 2, 3, 100, 333, last - 1, last, last + 1, 7, 8]) {
    const seqs: number[] = [];
    for (let next = from; ; ) {
      const frames = await spool.read(next, 220);
      if (frames.length === 0) break;
      assert.ok(frames.length <= 4);
      seqs.push(...frames.map((frame) => frame.seq));
      next = (seqs.at(-1) ?? 0) + 1;
    }
    assert.deepEqual(
      seqs,
      Array.from({ length: last + 1 - from }, (_, index) => from + index),
    );
  }
  assert.equal((await spool.read(5, 1)).length, 1);
  await spool.append(recordOf(last + 1, 1, 400_000));
  assert.deepEqual(
    (await spool.read(last + 1, 100)).map((frame) => frame.seq),
    [last + 1],
  );
  await spool.close();
});

test('converts the open second into the last frame, once', async () => {
  const path = join(folder, 'open');
  const spool = await Spool.open(path);
  await spool.append(recordOf(1, 2, 5));
  await spool.closeSecond();
  await spool.closeSecond();
  await spool.close();
  const opened = await Spool.open(path);
  const frames = await framesOf(opened);
  assert.deepEqual(
    frames.map((frame) => frame.seq),
    [1, 2, 3],
  );
  assert.deepEqual(frames[2]?.payload, Buffer.alloc(9, 1));
  assert.equal(opened.progress.open, null);
  assert.equal(opened.progress.samplesFramed, 20);
  await opened.close();
});
