import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '../cli-error.ts';
import { readSettings } from './setting-flags.ts';

test('reads counts, durations and repeated entries', () => {
  const flags = { threads: '50', rampup: '30s', duration: '1h30m' };
  const lists = { hosts: ['shop.example=10.0.0.7', 'pay.example/10.0.0.8'] };
  assert.deepEqual(given(readSettings({ flags, lists })), {
    threads: 50,
    rampup: 30,
    duration: 5400,
    override_hosts: 'shop.example/10.0.0.7, pay.example/10.0.0.8',
  });
  assert.deepEqual(given(readSettings({ flags: {}, lists: {} })), {});
});

test('rejects an invalid count with the name of its flag', () => {
  assert.throws(
    () => readSettings({ flags: { threads: '0' }, lists: {} }),
    (error) => error instanceof CliError && error.message === 'Invalid value for --threads: "0".',
  );
});

function given(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
