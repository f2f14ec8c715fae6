import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { isTroubleOfDatabase } from './connection-loss.ts';

const postgres = withDatabase();

test('distinguishes database failures from errors in statements', async () => {
  const database = await postgres.fresh();
  const errorOf = (text: string) =>
    database.query(text).then(
      () => assert.fail('it should have failed'),
      (error: unknown) => error,
    );
  const raise = (code: string) =>
    errorOf(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`);
  for (const code of ['53100', '53200', '58030', '25006', '55P03', 'XX001']) {
    assert.equal(isTroubleOfDatabase(await raise(code)), true, code);
  }
  assert.equal(isTroubleOfDatabase(await errorOf('select 1 / 0')), false);
  assert.equal(isTroubleOfDatabase(await errorOf('select nothing')), false);
  assert.equal(isTroubleOfDatabase(new TypeError('a bug of ours')), false);
});
