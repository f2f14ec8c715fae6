import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OwnCount } from '../metrics/frame-block.ts';
import { LabelStats } from '../metrics/label-stats.ts';
import { encodeBlock } from '../tool-process/block-codec.ts';
import { countBlockLog, readBlockLog } from './block-log.ts';

const load = (busyShare: number) => ({ lagP99Ms: 1, lagMaxMs: 2, busyShare });

function block(samples: number, busyShare?: number, ownCount?: OwnCount): Buffer {
  const stats = new LabelStats();
  for (let count = 0; count < samples; count++) {
    stats.add(true, 5, 4, 3, 2, 1);
  }
  return encodeBlock({
    second: 1_700_000_000,
    users: 1,
    usersNow: 1,
    firstStartedAtMs: 5,
    labels: new Map([['home', stats]]),
    generator: busyShare === undefined ? undefined : { latest: load(busyShare), run: load(0) },
    ownCount,
  });
}

async function log(t: TestContext, content: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-blocks-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'samples.blocks');
  await writeFile(path, content);
  return path;
}

test('blocks are read on from where reading stopped, and none before all of it is there', async (t) => {
  const second = block(3, 0.5);
  const path = await log(t, Buffer.concat([block(2, 0.25), second.subarray(0, 30)]));
  const early = await readBlockLog(path, undefined);
  assert.deepEqual(
    early.blocks?.map(({ samples }) => samples),
    [2],
  );
  assert.deepEqual(await readBlockLog(path, early.offset), { samples: [], blocks: [], offset: early.offset });
  await appendFile(path, Buffer.concat([second.subarray(30), block(4, 0.2), block(1)]));
  const rest = await readBlockLog(path, early.offset);
  assert.deepEqual(
    rest.blocks?.map(({ samples }) => samples),
    [3, 4, 1],
  );
  assert.deepEqual(rest.generator, { latest: load(0.2), run: load(0) });
  assert.deepEqual(await countBlockLog(path), { records: 10, unreadable: 0, counted: null });
});

test('what is no block is counted as unreadable, one that is cut short at the end is not', async (t) => {
  const parts = [
    Buffer.from('x'.repeat(3 * 2 ** 20)),
    block(2),
    Buffer.from('rubbish'),
    block(5),
    block(6).subarray(0, 50),
  ];
  const path = await log(t, Buffer.concat(parts));
  assert.deepEqual(await countBlockLog(path), { records: 7, unreadable: 3, counted: null });
  let read = 0;
  for (let offset: string | undefined, before = ''; offset !== before; ) {
    before = offset ?? '';
    const result = await readBlockLog(path, offset);
    read += (result.blocks ?? []).reduce((sum, { samples }) => sum + samples, 0);
    offset = result.offset;
  }
  assert.equal(read, 7);
});

test('a link in place of the file, and no file at all, hold nothing', async (t) => {
  const path = await log(t, block(2));
  await symlink(path, `${path}.link`);
  for (const other of [`${path}.link`, `${path}.missing`]) {
    assert.deepEqual(await countBlockLog(other), { records: 0, unreadable: 0, counted: null });
    assert.deepEqual(await readBlockLog(other, undefined), { samples: [], offset: '0' });
  }
});

test('blocks with very many labels are read a few at a time, and none twice', async (t) => {
  const labels = new Map(Array.from({ length: 2000 }, (_, at) => [`label ${at}`, new LabelStats()]));
  const large = (second: number) =>
    encodeBlock({ second, users: 1, usersNow: 1, firstStartedAtMs: undefined, labels });
  const path = await log(t, Buffer.concat([1, 2, 3, 4, 5].map(large)));
  const seconds: number[][] = [];
  let offset: string | undefined;
  for (let read = 0; read < 4; read++) {
    const result = await readBlockLog(path, offset);
    seconds.push(result.blocks?.map(({ second }) => second) ?? []);
    offset = result.offset;
  }
  assert.deepEqual(seconds, [[1, 2], [3, 4], [5], []]);
});

test('what the parts of a runner counted by themselves is added up, once all of them have said so', async (t) => {
  const path = await log(t, Buffer.concat([block(5), block(2, 0.5, { samples: 8, part: 1, parts: 2 })]));
  assert.deepEqual(await countBlockLog(path), { records: 7, unreadable: 0, counted: null });
  await appendFile(path, block(1, undefined, { samples: 4, part: 0, parts: 2 }));
  assert.deepEqual(await countBlockLog(path), { records: 8, unreadable: 0, counted: 12 });
  const { blocks = [] } = await readBlockLog(path, undefined);
  assert.deepEqual(
    blocks.map(({ samples }) => samples),
    [5, 2, 1],
  );
});
