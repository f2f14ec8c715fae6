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
  notes: null,
  tag_list: ['nightly', 'ci'],
  engine_requested: 'auto',
  fail_if: ['p95 > 1s'],
  abort_if: [],
  _embedded: { grids: [{ instance_quantity: 2 }, { instance_quantity: 1 }] },
} as unknown as RunResource;
const parameters = [
  { name: 'host', default: 'localhost', value: null, is_secret: false },
  { name: 'a', default: null, value: '1', is_secret: false },
];

test('only changed fields are sent, and emptied ones remove the value', () => {
  const unchanged: Record<string, string> = {
    threads: '5',
    rampup: '',
    duration: '60',
    override_parameters: '-Ja=1',
    override_hosts: '',
    name: 'Checkout',
    notes: '',
    tag_list: 'nightly,  ci',
    engine: 'auto',
    fail_if: 'p95 > 1s\n',
    abort_if: '',
    nodes: '3',
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
    notes: 'second try',
    tag_list: 'ci',
    engine: 'apache',
    fail_if: '',
    abort_if: ' errors > 50% for 30s ',
    'parameter host': 'shop.example',
    nodes: '13',
    save: 'on',
  };
  assert.deepEqual(
    changesOf((name) => changed[name], run, parameters),
    {
      threads: '',
      rampup: 30,
      name: '',
      notes: 'second try',
      tag_list: ['ci'],
      engine: 'apache',
      fail_if: [],
      abort_if: ['errors > 50% for 30s'],
      nodes: 13,
      parameters: ['host=shop.example'],
      save: true,
    },
  );
});

test('a secret stays unless a value is entered or the mark is removed', () => {
  const known = [
    { name: 'token', default: null, value: null, is_secret: true },
    { name: 'host', default: null, value: 'a.example', is_secret: false },
  ];
  const changes = (fields: Record<string, string>) => changesOf((name) => fields[name], run, known);
  assert.deepEqual(changes({ 'parameter token': '', 'secret token': 'on' }), {});
  assert.deepEqual(changes({ 'parameter token': 'new value', 'secret token': 'on' }), {
    secrets: ['token=new value'],
  });
  assert.deepEqual(changes({ 'parameter token': '' }), { secrets: ['token='] });
  assert.deepEqual(changes({ 'parameter token': 'plain' }), { parameters: ['token=plain'] });
  assert.deepEqual(changes({ 'parameter host': 'a.example', 'secret host': 'on' }), {
    secrets: ['host=a.example'],
  });
});
