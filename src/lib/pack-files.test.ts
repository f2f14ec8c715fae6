import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { listFiles, packFiles } from './pack-files.ts';

const changedAt = new Date('2026-01-02T03:04:05Z');

async function packed(t: TestContext, mode: number, writtenAt: Date): Promise<Buffer> {
  const folder = await temporaryFolder(t);
  const files = { 'b.txt': 'b', 'bin/go.mjs': 'go', 'a.txt': 'a'.repeat(300_000) };
  await mkdir(join(folder, 'bin'));
  await symlink('a.txt', join(folder, 'link'));
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(folder, path), text);
    await chmod(join(folder, path), mode);
    await utimes(join(folder, path), writtenAt, writtenAt);
  }
  const out = join(await temporaryFolder(t), 'out.tgz');
  const found = (await listFiles(folder)).map((file) => ({
    ...file,
    isExecutable: file.name === 'bin/go.mjs',
  }));
  await packFiles([...found, { name: 'text', text: 'of memory' }], out, { changedAt });
  return readFile(out);
}

test('the same files give the same bytes, independent of their modes and times', async (t) => {
  const first = await packed(t, 0o600, new Date('2020-01-01'));
  assert.deepEqual(await packed(t, 0o777, new Date('2025-01-01')), first);
});

test('entries are in order, complete, with fixed modes and owner; links are left out', async (t) => {
  const archive = extract();
  archive.end(gunzipSync(await packed(t, 0o600, new Date())));
  const seen: unknown[] = [];
  for await (const entry of archive) {
    const { name, mode, mtime, uid, gid, size } = entry.header;
    assert.deepEqual([mtime, uid, gid], [changedAt, 0, 0]);
    seen.push([name, mode?.toString(8), size]);
    entry.resume();
  }
  assert.deepEqual(seen, [
    ['a.txt', '644', 300_000],
    ['b.txt', '644', 1],
    ['bin/go.mjs', '755', 2],
    ['text', '644', 9],
  ]);
});

test('fails on an unreadable file instead of omitting it', async (t) => {
  const folder = await temporaryFolder(t);
  const missing = { name: 'a', path: join(folder, 'missing') };
  await assert.rejects(packFiles([missing], join(folder, 'out.tgz'), { changedAt }), /ENOENT/);
});
