import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '../cli-error.ts';
import { pickByPrefix } from './pick-by-prefix.ts';

const things = [{ uuid: 'abcdEFGH' }, { uuid: 'abcdXYZW' }, { uuid: 'qrstuvwx' }];
const pick = (prefix: string) => pickByPrefix(prefix, things, 'run', ({ uuid }) => uuid);

test('finds an item by a unique id prefix', () => {
  assert.equal(pick('qrst')?.uuid, 'qrstuvwx');
  assert.equal(pick('abcdX')?.uuid, 'abcdXYZW');
  assert.equal(pick('ABCDX'), undefined);
  assert.equal(pick('no-such'), undefined);
});

test('rejects ambiguous and too short prefixes', () => {
  const failsWith = (message: RegExp, hint: RegExp) => (error: unknown) =>
    error instanceof CliError && message.test(error.message) && hint.test(error.hint ?? '');
  assert.throws(() => pick('abcd'), failsWith(/matches several runs/, /abcdEFGH\s+abcdXYZW/));
  assert.throws(() => pick('qr'), failsWith(/too short/, /first 4 characters/));
});
