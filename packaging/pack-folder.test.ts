import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { packFolder } from './pack-folder.ts';

const options = {
  prefix: 'package',
  changedAt: new Date('2026-01-02T03:04:05Z'),
  isExecutable: (path: string) => path === 'bin/go.mjs',
};

async function packed(t: TestContext, mode: number, writtenAt: Date): Promise<Buffer> {
  const folder = await temporaryFolder(t);
  const files = { 'b.txt': 'b', 'bin/go.mjs': 'go', 'a.txt': 'a'.repeat(100_000) };
  await mkdir(join(folder, 'bin'));
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(folder, path), text);
    await chmod(join(folder, path), mode);
    await utimes(join(folder, path), writtenAt, writtenAt);
  }
  const out = join(await temporaryFolder(t), 'out.tgz');
  await packFolder(folder, out, options);
  return readFile(out);
}

test('the same files give the same bytes, whatever their modes and times', async (t) => {
  const first = await packed(t, 0o600, new Date('2020-01-01'));
  assert.deepEqual(await packed(t, 0o777, new Date('2025-01-01')), first);
});

test('entries are in order, below the prefix, with fixed modes and owner', async (t) => {
  const archive = extract();
  archive.end(gunzipSync(await packed(t, 0o600, new Date())));
  const seen: unknown[] = [];
  for await (const entry of archive) {
    const { name, mode, mtime, uid, gid } = entry.header;
    seen.push([name, mode?.toString(8), mtime?.toISOString(), uid, gid]);
    entry.resume();
  }
  const at = '2026-01-02T03:04:05.000Z';
  assert.deepEqual(seen, [
    ['package/a.txt', '644', at, 0, 0],
    ['package/b.txt', '644', at, 0, 0],
    ['package/bin/go.mjs', '755', at, 0, 0],
  ]);
});
