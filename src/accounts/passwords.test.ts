import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { createPasswords, requirePassword } from './passwords.ts';

const cheap = { memoryKib: 64, passes: 1, parallelism: 1 };

test('verifies the correct password, and rejects others', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await passwords.verify('correct horse', hash), true);
  assert.equal(await passwords.verify('correct hors', hash), false);
  assert.equal(await passwords.verify('correct horse', null), false);
  assert.notEqual(await passwords.hash('correct horse'), hash);
});

test('hashes are standard argon2id and can be verified by other programs', async () => {
  const hash = await createPasswords(cheap).hash('correct horse');
  const [, , , , salt = '', tag] = hash.split('$');
  const own = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: Buffer.from(salt, 'base64'),
    parallelism: 1,
    tagLength: 32,
    memory: 64,
    passes: 1,
  });
  assert.equal(own.toString('base64').replaceAll('=', ''), tag);
});

test('equivalent Unicode forms are the same password', async () => {
  const passwords = createPasswords(cheap);
  assert.equal(
    await passwords.verify('Zu\u0308rich am See', await passwords.hash('Z\u00fcrich am See')),
    true,
  );
});

test('a hash with lower cost is valid and reported as outdated', async () => {
  const old = await createPasswords(cheap).hash('correct horse');
  const passwords = createPasswords({ ...cheap, passes: 2 });
  assert.equal(await passwords.verify('correct horse', old), true);
  assert.equal(passwords.isOutdated(old), true);
  assert.equal(passwords.isOutdated(await passwords.hash('correct horse')), false);
});

test('too many concurrent sign-ins are rejected with too_many', async () => {
  const passwords = createPasswords(cheap);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('correct horse')));
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 18);
  for (const { reason } of refused) assert.ok(reason instanceof AppError && reason.code === 'too_many');
  assert.ok(await passwords.hash('correct horse'));
});

test('rejects passwords with fewer than 10 or more than 200 characters', () => {
  for (const bad of ['', 'ninechars', 'x'.repeat(201)]) {
    assert.throws(() => requirePassword('password[new]', bad), /10 to 200 characters/);
  }
  for (const good of ['tencharsss', '🐎'.repeat(10), 'x'.repeat(200)])
    assert.equal(requirePassword('p', good), good);
});
