import assert from 'node:assert/strict';
import { isIPv4 } from 'node:net';
import { test } from 'node:test';
import { isIpv4 } from './ipv4.ts';

test('agrees with node:net', () => {
  const bytes = [
    '0',
    '9',
    '10',
    '99',
    '100',
    '199',
    '200',
    '249',
    '255',
    '256',
    '300',
    '00',
    '01',
    '',
    'a',
    '-1',
  ];
  for (const text of [
    ...bytes.flatMap((each) => [`${each}.1.1.1`, `1.${each}.1.1`, `1.1.1.${each}`]),
    ...['1.1.1', '1.1.1.1.1', '1.1.1.1.', ' 1.1.1.1', '1.1.1.1\n', '::1', '::ffff:1.1.1.1', '1.1.1.1%1'],
  ]) {
    assert.equal(isIpv4(text), isIPv4(text), JSON.stringify(text));
  }
});
