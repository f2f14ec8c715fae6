import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResource } from '../../../contract/resources/run.ts';
import { changesOf } from './run-changes.ts';

const run = {
  threads: 5,
  rampup: null,
  duration: 60,
  override_parameters: '-Ja=1',
  override_hosts: null,
  name: 'Checkout',
  fail_if: ['p95 > 1s'],
  abort_if: [],
} as unknown as RunResource;
const parameters = [
  { name: 'host', default: 'localhost', value: null },
  { name: 'a', default: null, value: '1' },
];

test('only changed fields are sent, and emptied ones remove the value', () => {
  const unchanged: Record<string, string> = {
    threads: '5',
    rampup: '',
    duration: '60',
    override_parameters: '-Ja=1',
    override_hosts: '',
    name: 'Checkout',
    fail_if: 'p95 > 1s\n',
    abort_if: '',
    'parameter host': '',
    'parameter a': '1',
  };
  assert.deepEqual(
    changesOf((name) => unchanged[name], run, parameters),
    {},
  );
  const changed: Record<string, string> = {
    ...unchanged,
    threads: '',
    rampup: '30',
    name: ' ',
    fail_if: '',
    abort_if: ' errors > 50% for 30s ',
    'parameter host': 'shop.example',
    save: 'on',
  };
  assert.deepEqual(
    changesOf((name) => changed[name], run, parameters),
    {
      threads: '',
      rampup: 30,
      name: '',
      fail_if: [],
      abort_if: ['errors > 50% for 30s'],
      parameters: ['host=shop.example'],
      save: true,
    },
  );
});
