import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResource } from '../../../contract/resources/run.ts';
import { noGridChoice } from '../../components/grids/grid-choice.ts';
import { changesOf, gridChanges } from './run-changes.ts';

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
  privacy: 'private',
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
    public: 'on',
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
      privacy: 'public',
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

test('a public test is run privately when the mark is removed', () => {
  const open: RunResource = { ...run, privacy: 'public' };
  const changes = (fields: Record<string, string>) => changesOf((name) => fields[name], open, []);
  assert.deepEqual(changes({ public: 'on' }), {});
  assert.deepEqual(changes({}), { privacy: 'private' });
});

test('grids are sent unless they are those of the test', () => {
  const choice = { ...noGridChoice, duration: '60', rampup: '' };
  const known = [
    { uuid: 'hosted', infrastructure: 'hosted' as const },
    { uuid: 'shared', infrastructure: 'shared' as const },
  ];
  assert.deepEqual(gridChanges({ ...choice, where: 'test' }, known), {});
  assert.deepEqual(gridChanges({ ...choice, where: 'shared' }, known), { grids: [{ uuid: 'shared' }] });
  assert.deepEqual(gridChanges({ ...choice, where: 'grids', gridIds: ['hosted'] }, known), {
    grids: [{ uuid: 'hosted' }],
  });
  assert.deepEqual(gridChanges({ ...choice, where: 'regions', stopAfterMin: '30' }, known), {
    grids: [{ region: 'us-east-1', infrastructure: 'demand', instance_quantity: 1, stop_after: 30 }],
  });
});
