import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { AppError } from '../domain/errors.ts';
import { runChild } from '../lib/child-process.ts';
import { isArchiveName } from '../plans/archive-name.ts';
import { inspectArchive, unpackArchive, unpackUploads } from './unpack.ts';
import { makeZip, type ZipPart } from './zip.fixture.ts';

/** A .7z of one LZMA stream whose header has another dictionary size. */
function withDictionary(archive: Buffer, bytes: number): Buffer {
  const at = 32 + Number(archive.readBigUInt64LE(12));
  const header = archive.subarray(at, at + Number(archive.readBigUInt64LE(20)));
  // The id of LZMA, the length of its properties, and one byte of those before the dictionary's size.
  const properties = header.indexOf(Buffer.from([3, 1, 1, 5]));
  assert.ok(properties > 0);
  header.writeUInt32LE(bytes, properties + 5);
  archive.writeUInt32LE(crc32(header), 28);
  archive.writeUInt32LE(crc32(archive.subarray(12, 32)), 8);
  return archive;
}

describe('unpacking', () => {
  let folder: string;
  let files: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spate-unpack-test-'));
    files = join(folder, 'files');
    await mkdir(files);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const zip = async (...parts: ZipPart[]) => {
    await writeFile(join(folder, 'data.zip'), makeZip(parts));
    return join(folder, 'data.zip');
  };
  /** Packs the content of `source` with the bundled 7-Zip. */
  const pack7z = async (name: string, source: string, ...options: string[]) => {
    const child = fileURLToPath(new URL('./seven-zip-child.ts', import.meta.url));
    const args = [child, source, 'unused', folder, 'a', ...options, `/out/${name}`, '/archive/*'];
    const result = await runChild(process.execPath, args);
    assert.equal(result.code, 0, result.lines.join('\n'));
    return join(folder, name);
  };
  const refused = async (path: string, expected: RegExp, limits?: Parameters<typeof unpackArchive>[3]) => {
    const name = path.slice(folder.length + 1);
    const attempts = [
      () => inspectArchive(path, name, undefined, limits),
      () => unpackArchive(path, name, files, limits),
    ];
    for (const attempt of attempts) {
      await assert.rejects(
        attempt,
        (error) =>
          error instanceof AppError && error.code === 'archive_refused' && expected.test(error.message),
      );
    }
    assert.deepEqual(await readdir(files), []);
    assert.deepEqual(
      (await readdir(folder)).filter((entry) => entry.startsWith('spate-unpack-')),
      [],
    );
  };

  it('detects archives by their names', () => {
    assert.deepEqual(['a.ZIP', 'b.7z', 'c.gz', 'zip'].map(isArchiveName), [true, true, false, false]);
  });

  it('unpacks a zip with backslashes, code page 437 and UTF-8 names', async () => {
    const path = await zip(
      { name: 'plan.jmx', content: '<plan/>' },
      { name: 'data\\users.csv', content: 'a,b' },
      { name: Buffer.from([0x81, 0x2e, 0x63, 0x73, 0x76]), content: '437' },
      { name: 'ä/€.csv', content: 'utf' },
      { name: 'empty/', mode: 0o040755 },
      { name: '__MACOSX/._plan.jmx', content: 'junk' },
    );
    const listed = await inspectArchive(path, 'data.zip', (name) => name.endsWith('.jmx'));
    assert.deepEqual(
      listed.map((file) => file.name),
      ['plan.jmx', 'data/users.csv', 'ü.csv', 'ä/€.csv'],
    );
    assert.deepEqual(
      listed.map((file) => file.content?.toString()),
      ['<plan/>', undefined, undefined, undefined],
    );
    assert.deepEqual(
      await unpackArchive(path, 'data.zip', files),
      ['data/users.csv', 'plan.jmx', 'ä/€.csv', 'ü.csv'].sort(),
    );
    assert.equal(await readFile(join(files, 'data/users.csv'), 'utf8'), 'a,b');
  });

  it('unpacks a 7z', async () => {
    const source = join(folder, 'source');
    await mkdir(join(source, 'deep'), { recursive: true });
    await writeFile(join(source, 'plan.jmx'), '<plan/>');
    await writeFile(join(source, 'deep/ü.csv'), 'x'.repeat(100_000));
    const path = await pack7z('data.7z', source);
    const listed = await inspectArchive(path, 'data.7z', (name) => name.endsWith('.jmx'));
    assert.deepEqual(listed.map((file) => [file.name, file.sizeBytes, file.content?.toString()]).sort(), [
      ['deep/ü.csv', 100_000, undefined],
      ['plan.jmx', 7, '<plan/>'],
    ]);
    assert.deepEqual(await unpackArchive(path, 'data.7z', files), ['deep/ü.csv', 'plan.jmx']);
    assert.equal((await readFile(join(files, 'deep/ü.csv'))).length, 100_000);
  });

  it('does not replace uploaded files of the same name', async () => {
    await writeFile(join(files, 'users.csv'), 'uploaded');
    await writeFile(
      join(files, 'data.zip'),
      makeZip([{ name: 'users.csv', content: 'packed' }, { name: 'new.csv' }]),
    );
    assert.deepEqual(await unpackUploads(files, ['users.csv', 'data.zip']), ['new.csv']);
    assert.equal(await readFile(join(files, 'users.csv'), 'utf8'), 'uploaded');
  });

  for (const name of ['../evil', 'a/../../evil', 'a\\..\\..\\evil', '..']) {
    it(`rejects the name ${name}`, async () => refused(await zip({ name }), /points outside of the archive/));
  }
  for (const name of ['/etc/evil', 'C:\\evil', 'c:evil', '\\\\host\\share']) {
    it(`rejects the absolute name ${name}`, async () => refused(await zip({ name }), /is absolute/));
  }

  it('rejects links and devices in a zip', async () => {
    await refused(await zip({ name: 'a', content: '/etc/passwd', mode: 0o120777 }), /is a link/);
    await refused(await zip({ name: 'a', mode: 0o060644 }), /neither a file nor a folder/);
    await refused(await zip({ name: 'a', mode: 0o010644 }), /neither a file nor a folder/);
  });

  it('rejects links in a 7z', async () => {
    const source = join(folder, 'source');
    await mkdir(source);
    await symlink('/etc/passwd', join(source, 'link'));
    await refused(await pack7z('data.7z', source, '-snl'), /is a link/);
  });

  it('rejects encrypted and corrupt archives', async () => {
    await refused(await zip({ name: 'a', flags: 1 }), /encrypted/);
    await writeFile(join(folder, 'b.zip'), 'this is no archive');
    await refused(join(folder, 'b.zip'), /corrupt/);
    await writeFile(join(folder, 'b.7z'), '7z\xbc\xaf\x27\x1c and nothing more');
    await refused(join(folder, 'b.7z'), /corrupt or encrypted/);
    const source = join(folder, 'source');
    await mkdir(source);
    await writeFile(join(source, 'a'), 'x'.repeat(5000));
    await refused(await pack7z('data.7z', source, '-psecret'), /encrypted/);
    await refused(await pack7z('hidden.7z', source, '-psecret', '-mhe=on'), /corrupt or encrypted/);
  });

  it('rejects archives with too much content, too many files, a high ratio or duplicate names', async () => {
    const limits = { maxEntries: 3, maxTotalBytes: 2 ** 30, maxRatio: 250 };
    await refused(
      await zip(...Array.from({ length: 4 }, (_, index) => ({ name: `${index}` }))),
      /more than 3 files/,
      limits,
    );
    await refused(await zip({ name: 'a', claimedBytes: 2 ** 31 }), /larger than 1024 MB/, limits);
    await refused(await zip({ name: 'a', content: Buffer.alloc(200 * 2 ** 20) }), /more than 250 times/);
    await refused(await zip({ name: 'a' }, { name: './a' }), /twice/);
  });

  it('rejects archives whose total content is too large', async () => {
    for (const name of ['one.zip', 'two.zip'])
      await writeFile(join(files, name), makeZip([{ name: `${name}.csv`, content: 'x'.repeat(700_000) }]));
    const limits = { maxEntries: 9, maxTotalBytes: 2 ** 20, maxRatio: 250 };
    await assert.rejects(
      unpackUploads(files, ['one.zip', 'two.zip'], limits),
      (error) =>
        error instanceof AppError &&
        error.code === 'archive_refused' &&
        /^two\.zip cannot be unpacked: the total content of all archives is larger than 1 MB\.$/.test(
          error.message,
        ),
    );
    assert.deepEqual((await readdir(files)).sort(), ['one.zip', 'one.zip.csv', 'two.zip']);
    await assert.rejects(
      inspectArchive(join(files, 'two.zip'), 'two.zip', undefined, { ...limits, usedBytes: 700_000 }),
      /total content of all archives is larger than 1 MB/,
    );
  });

  it('rejects content that does not fit on the disk', async () => {
    const path = await zip({ name: 'a', claimedBytes: 2 ** 32 - 2 });
    const limits = { maxEntries: 9, maxTotalBytes: 2 ** 33, maxRatio: 2 ** 32 };
    await assert.rejects(
      unpackArchive(path, 'data.zip', files, limits, { freeBytes: async () => 2 ** 30 }),
      (error) =>
        error instanceof AppError &&
        error.code === 'disk_full' &&
        /its content has 4095 MB, but only 1024 MB of disk space are free/.test(error.message),
    );
  });

  it('rejects a 7z that requires too much memory', async () => {
    const source = join(folder, 'source');
    await mkdir(source);
    await writeFile(join(source, 'a'), 'x'.repeat(5000));
    const path = await pack7z('data.7z', source, '-m0=lzma:d=1m', '-mhc=off');
    await writeFile(path, withDictionary(await readFile(path), 1500 * 2 ** 20));
    await assert.rejects(
      unpackArchive(path, 'data.7z', files),
      (error) =>
        error instanceof AppError &&
        error.code === 'archive_refused' &&
        /requires more than 512 MB of memory.*smaller dictionary/.test(error.message),
    );
  });

  it('rejects an archive with more content than declared', async () => {
    const path = await zip({ name: 'a', content: Buffer.alloc(2 ** 20), claimedBytes: 100 });
    await assert.rejects(
      unpackArchive(path, 'data.zip', files),
      (error) => error instanceof AppError && error.code === 'archive_refused',
    );
    assert.deepEqual(await readdir(files), []);
  });

  it('rejects a name that is both a file and a folder', async () => {
    const path = await zip({ name: 'a', content: 'x' }, { name: 'a/b', content: 'y' });
    await assert.rejects(
      unpackArchive(path, 'data.zip', files),
      (error) => error instanceof AppError && error.code === 'archive_refused',
    );
  });
});
