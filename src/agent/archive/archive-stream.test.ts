import assert from 'node:assert/strict';
import { chmod, link, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { makeDeepTree } from '../../../test/support/deep-tree.ts';
import { createMasker } from '../../lib/masker.ts';
import { removeTree } from '../../lib/remove-tree.ts';
import { encodeFrame } from '../../metrics/frame.ts';
import { LabelStats } from '../../metrics/label-stats.ts';
import type { SentFrame } from '../../protocol/frame-message.ts';
import { type ArchiveSource, archiveStream } from './archive-stream.ts';
import { makeArchive } from './make-archive.ts';

async function sourceIn(t: TestContext, frames: SentFrame[] = []): Promise<ArchiveSource & { root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'spate-archive-'));
  t.after(() => removeTree(root));
  const folders = { files: join(root, 'files'), results: join(root, 'results') };
  await mkdir(folders.files);
  await mkdir(folders.results);
  const source = { folders, maxFileBytes: 1000, endedAtMs: 1_700_000_000_000, toolFiles: [], root };
  return { ...source, frames: () => iterate(frames) };
}

async function* iterate(frames: SentFrame[]): AsyncGenerator<SentFrame> {
  yield* frames;
}

async function unpacked(source: ArchiveSource): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const tar = extract();
  archiveStream(source)
    .pipe(createGunzip())
    .pipe(tar as unknown as NodeJS.WritableStream);
  for await (const entry of tar) {
    assert.equal(entry.header.type, 'file');
    entries.set(
      entry.header.name,
      Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>)).toString(),
    );
  }
  return entries;
}

function frame(seq: number, samples: number): SentFrame {
  const stats = new LabelStats();
  for (let sample = 0; sample < samples; sample++) {
    const isPassed = sample > 0;
    stats.record(
      {
        label: 'home',
        startedAtMs: 1_700_000_000_000,
        elapsedUs: 2000,
        latencyUs: 1000,
        connectUs: 10,
        isPassed,
        code: isPassed ? '200' : '503',
        message: isPassed ? '' : 'overloaded',
        bytesIn: 7,
        bytesOut: 3,
        users: 4,
      },
      'home',
      1_700_000_000_002,
    );
  }
  const second = 1_700_000_000 + seq;
  return { seq, second, payload: encodeFrame({ seq, second, users: 4, labels: new Map([['home', stats]]) }) };
}

test('contains files, results and frames under the names that client scripts expect', async (t) => {
  const source = await sourceIn(t, [frame(1, 3), frame(2, 1)]);
  await writeFile(join(source.folders.files, 'plan.jmx'), 'plan');
  await mkdir(join(source.folders.files, 'data', 'deep'), { recursive: true });
  await writeFile(join(source.folders.files, 'data', 'deep', 'users.csv'), 'a,b');
  await writeFile(join(source.folders.results, 'empty.log'), '');
  const longName = `${'n'.repeat(120)} ünï.txt`;
  await writeFile(join(source.folders.results, longName), 'long');
  const entries = await unpacked(source);
  assert.deepEqual([...entries.keys()].sort(), [
    'flood/files/data/deep/users.csv',
    'flood/files/plan.jmx',
    'flood/frames/frames-00001.jsonl',
    'flood/results/empty.log',
    `flood/results/${longName}`,
  ]);
  assert.equal(entries.get('flood/files/data/deep/users.csv'), 'a,b');
  const lines = entries.get('flood/frames/frames-00001.jsonl')?.trimEnd().split('\n') ?? [];
  const [first, second] = lines.map((line) => JSON.parse(line));
  assert.equal(lines.length, 2);
  assert.equal(first.users, 4);
  assert.equal(first.time, '2023-11-14T22:13:21.000Z');
  assert.equal(first.labels[0].label, 'home');
  assert.equal(first.labels[0].passed, 2);
  assert.equal(first.labels[0].failed, 1);
  assert.equal(first.labels[0].responseTimeSumUs, 6000);
  assert.deepEqual(first.labels[0].errors[0].message, 'overloaded');
  assert.equal(second.seq, 2);
});

test('puts no folders into flood/results, because clients copy each of its entries as a file', async (t) => {
  const source = await sourceIn(t, [frame(1, 1)]);
  const { results } = source.folders;
  await mkdir(join(results, 'screenshots', 'deep'), { recursive: true });
  await writeFile(join(results, 'screenshots', 'deep', '1.png'), 'picture');
  await writeFile(join(results, 'own.log'), 'own');
  const entries = await unpacked(source);
  assert.deepEqual([...entries.keys()].sort(), [
    'flood/folders/screenshots/deep/1.png',
    'flood/frames/frames-00001.jsonl',
    'flood/results/own.log',
  ]);
});

test('skips and lists links, sockets, unreadable and too large files; does not list secrets', async (t) => {
  const source = await sourceIn(t);
  const { files, results } = source.folders;
  await writeFile(join(source.root, 'outside'), 'secret');
  await mkdir(join(source.root, 'outside-folder'));
  await writeFile(join(source.root, 'outside-folder', 'x'), 'secret');
  await symlink(join(source.root, 'outside'), join(results, 'link'));
  await symlink(join(source.root, 'outside-folder'), join(results, 'linked-folder'));
  await symlink('nowhere', join(results, 'dangling'));
  await writeFile(join(results, 'small'), 'x'.repeat(1000));
  await writeFile(join(results, 'big.jtl'), 'x'.repeat(1001));
  await writeFile(join(files, 'environment'), 'PASSWORD=secret');
  await writeFile(join(results, 'environment'), 'a result of that name');
  const socket = createServer().listen(join(results, 'socket'));
  t.after(() => socket.close());
  if (process.getuid?.() !== 0) {
    await writeFile(join(results, 'closed'), 'x');
    await chmod(join(results, 'closed'), 0);
  }
  const entries = await unpacked(source);
  const note = entries.get('flood/results/left-out.txt') ?? '';
  assert.match(note, /flood\/results\/link: it is a link/);
  assert.match(note, /flood\/results\/linked-folder: it is a link/);
  assert.match(note, /flood\/results\/dangling: it is a link/);
  assert.match(note, /flood\/results\/socket: it is not a regular file/);
  assert.match(note, /flood\/results\/big\.jtl: 1001 bytes exceed the limit of 1000 bytes/);
  assert.ok(![...entries].flat().join().includes('secret'));
  assert.ok(!note.includes('files/environment'));
  assert.equal(entries.get('flood/results/environment'), 'a result of that name');
  assert.equal(entries.get('flood/results/small')?.length, 1000);
});

test('produces a valid archive when a file shrinks during packing', async (t) => {
  const source = await sourceIn(t);
  const path = join(source.folders.files, 'shrinking');
  await writeFile(path, 'x'.repeat(900_000));
  await link(path, join(source.folders.files, 'z-last'));
  const stream = archiveStream({ ...source, maxFileBytes: 1_000_000 });
  await truncate(path, 10);
  const bytes = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
  assert.ok(bytes.length > 100);
});

test('splits many frames into several files', async (t) => {
  const frames = Array.from({ length: 9000 }, (_, index) => frame(index + 1, 2));
  const entries = await unpacked(await sourceIn(t, frames));
  const lines = [...entries.values()].flatMap((text) => text.trimEnd().split('\n'));
  assert.ok(entries.size > 1);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).seq),
    frames.map(({ seq }) => seq),
  );
});

test('has the announced size and checksum, and the same bytes each time', async (t) => {
  const source = await sourceIn(t, [frame(1, 2)]);
  await writeFile(join(source.folders.results, 'a'), 'x');
  const signal = new AbortController().signal;
  const one = await makeArchive(source, join(source.root, 'one'), signal);
  const other = await makeArchive(source, join(source.root, 'other'), signal);
  assert.equal(one.sha256, other.sha256);
  const bytes = Buffer.concat(await Array.fromAsync(one.open() as AsyncIterable<Buffer>));
  assert.equal(bytes.length, one.sizeBytes);
});

test('contains the result file of the tool, unless its path contains a link', async (t) => {
  const source = await sourceIn(t);
  await mkdir(join(source.root, 'tool'));
  await writeFile(join(source.root, 'tool', 'raw.jtl'), 'raw');
  const elsewhere = await mkdtemp(join(tmpdir(), 'spate-elsewhere-'));
  t.after(() => rm(elsewhere, { recursive: true }));
  await writeFile(join(elsewhere, 'secret'), 'secret');
  await symlink(elsewhere, join(source.root, 'swapped'));
  await symlink(join(elsewhere, 'secret'), join(source.root, 'tool', 'link.jtl'));
  const toolFiles = [
    { name: 'results.jtl', path: join(source.root, 'tool', 'raw.jtl') },
    { name: 'swapped.jtl', path: join(source.root, 'swapped', 'secret') },
    { name: 'link.jtl', path: join(source.root, 'tool', 'link.jtl') },
    { name: 'missing.jtl', path: join(source.root, 'tool', 'missing.jtl') },
  ];
  const entries = await unpacked({ ...source, toolFiles });
  assert.equal(entries.get('flood/results/results.jtl'), 'raw');
  assert.ok(![...entries].flat().join().includes('secret'));
  const note = entries.get('flood/results/left-out.txt') ?? '';
  assert.match(note, /swapped\.jtl: it is reached through a link/);
  assert.match(note, /link\.jtl: it cannot be read/);
  assert.match(note, /missing\.jtl: it cannot be read/);
});

test('skips folders whose path exceeds the limit of the file system', async (t) => {
  const source = await sourceIn(t, [frame(1, 3)]);
  await makeDeepTree(source.folders.results);
  await writeFile(join(source.folders.results, 'last.txt'), 'kept');
  const entries = await unpacked(source);
  assert.equal(entries.get('flood/folders/deep/file'), '0');
  assert.equal(entries.get('flood/results/last.txt'), 'kept');
  assert.match(entries.get('flood/results/left-out.txt') ?? '', /deep\/: its path is too long/);
});

test('secrets are masked in names and contents; binary files keep their size', async (t) => {
  const source = await sourceIn(t);
  const masker = createMasker(['hunter2hunter2']);
  const filler = 'x'.repeat(70_000);
  await writeFile(join(source.folders.files, 'plan.jmx'), 'plan with hunter2hunter2');
  // The value is split over two chunks.
  await writeFile(
    join(source.folders.results, 'long.log'),
    `${filler.slice(0, 65_530)}hunter2hunter2${filler}`,
  );
  await writeFile(join(source.folders.results, 'of hunter2hunter2.bin'), '\0hunter2hunter2\0');
  const entries = await unpacked({ ...source, maxFileBytes: 1_000_000, masker });
  assert.equal(entries.get('flood/files/plan.jmx'), 'plan with ***');
  assert.equal(entries.get('flood/results/long.log'), `${filler.slice(0, 65_530)}***${filler}`);
  assert.equal(entries.get('flood/results/of ***.bin'), `\0${'*'.repeat(14)}\0`);
});
