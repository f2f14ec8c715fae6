import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOverrideParameters } from '../../plans/override-parameters.ts';
import { CliError } from '../cli-error.ts';
import { joinOverrides } from './overrides.ts';

const none = { properties: [], systemProperties: [], raw: [] };

test('builds overrides that the service can parse', () => {
  const text = joinOverrides({
    properties: ['host=shop.example', 'list=a, b = c'],
    systemProperties: ['ttl=0'],
    raw: ['-Xmx2g', 'colour=red', '-Dx=y'],
  });
  const parsed = parseOverrideParameters(text);
  assert.deepEqual(Object.fromEntries(parsed.properties), {
    host: 'shop.example',
    list: 'a, b = c',
    colour: 'red',
  });
  assert.deepEqual(Object.fromEntries(parsed.systemProperties), { ttl: '0', x: 'y' });
  assert.deepEqual([parsed.memoryOptions, parsed.warnings], [['-Xmx2g'], []]);
  assert.equal(joinOverrides(none), undefined);
});

test('rejects overrides that would be parsed differently', () => {
  for (const properties of [['host'], ['=x'], ['a=b -Xmx9g'], ['a=b, -Jc=d'], ['a=b -beta']]) {
    assert.throws(() => joinOverrides({ ...none, properties }), CliError, properties[0]);
  }
});
