import assert from 'node:assert/strict';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { hashToken, openSealer } from './seal.ts';

test('decrypts its own data, also after a restart, and encrypts the same secret differently each time', async (t) => {
  const keyFile = join(await temporaryFolder(t), 'seal.key');
  const sealer = await openSealer(keyFile);
  const sealed = sealer.seal('geheim ✓');
  assert.notDeepEqual(sealed, sealer.seal('geheim ✓'));
  assert.equal(sealed.includes('geheim'), false);
  const reopened = await openSealer(keyFile);
  assert.equal(reopened.open(sealed), 'geheim ✓');
  assert.equal(reopened.open(sealer.seal('')), '');
});

test('rejects bytes that were changed, truncated, or encrypted with another key', async (t) => {
  const folder = await temporaryFolder(t);
  const sealer = await openSealer(join(folder, 'one.key'));
  const other = await openSealer(join(folder, 'other.key'));
  const sealed = sealer.seal('secret');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.throws(() => sealer.open(changed));
  }
  assert.throws(() => sealer.open(sealed.subarray(0, -1)));
  assert.throws(() => sealer.open(Buffer.alloc(0)));
  assert.throws(() => other.open(sealed));
});

test('creates the key once, readable by its owner only, also concurrently', async (t) => {
  const folder = await temporaryFolder(t);
  const keyFile = join(folder, 'seal.key');
  const sealers = await Promise.all(Array.from({ length: 8 }, () => openSealer(keyFile)));
  const sealed = sealers[0]?.seal('x') ?? Buffer.alloc(0);
  assert.ok(sealers.every((sealer) => sealer.open(sealed) === 'x'));
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600);
  assert.equal((await readFile(keyFile)).length, 32);
  assert.deepEqual(await readdir(folder), ['seal.key']);
});

test('does not replace a key file that is broken', async (t) => {
  const keyFile = join(await temporaryFolder(t), 'seal.key');
  await writeFile(keyFile, 'short');
  await chmod(keyFile, 0o600);
  await assert.rejects(openSealer(keyFile), /does not have 32 bytes/);
  assert.equal(await readFile(keyFile, 'utf8'), 'short');
});

test('hashes a token with SHA-256', () => {
  assert.equal(
    hashToken('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
