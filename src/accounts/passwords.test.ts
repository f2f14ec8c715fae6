import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { createPasswords, requirePassword } from './passwords.ts';

const cheap = { memoryKib: 64, passes: 1, parallelism: 1 };

test('a password is known again, another one and none are not', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await passwords.verify('correct horse', hash), true);
  assert.equal(await passwords.verify('correct hors', hash), false);
  assert.equal(await passwords.verify('correct horse', null), false);
  assert.notEqual(await passwords.hash('correct horse'), hash);
});

test('what is stored is what argon2id says, so other programs can check it too', async () => {
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

test('the same letters typed another way are the same password', async () => {
  const passwords = createPasswords(cheap);
  assert.equal(
    await passwords.verify('Zu\u0308rich am See', await passwords.hash('Z\u00fcrich am See')),
    true,
  );
});

test('a hash made with less effort still counts, and is known to be outdated', async () => {
  const old = await createPasswords(cheap).hash('correct horse');
  const passwords = createPasswords({ ...cheap, passes: 2 });
  assert.equal(await passwords.verify('correct horse', old), true);
  assert.equal(passwords.isOutdated(old), true);
  assert.equal(passwords.isOutdated(await passwords.hash('correct horse')), false);
});

test('when very many sign in at once, the last ones are told to come again', async () => {
  const passwords = createPasswords(cheap);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('correct horse')));
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 18);
  for (const { reason } of refused) assert.ok(reason instanceof AppError && reason.code === 'too_many');
  assert.ok(await passwords.hash('correct horse'));
});

test('a password of fewer than 10 or more than 200 characters is refused', () => {
  for (const bad of ['', 'ninechars', 'x'.repeat(201)]) {
    assert.throws(() => requirePassword('password[new]', bad), /10 to 200 characters/);
  }
  for (const good of ['tencharsss', '🐎'.repeat(10), 'x'.repeat(200)])
    assert.equal(requirePassword('p', good), good);
});
