import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PropertyBatch, type PropertyValues } from './property-batch.ts';

it('sends the latest values once per turn of the event loop', async () => {
  const sent: PropertyValues[] = [];
  const batch = new PropertyBatch((values) => sent.push(values));
  batch.add('a', '1');
  batch.add('b', '1');
  batch.add('a', '2');
  assert.deepEqual(sent, []);
  await setImmediate();
  assert.deepEqual(sent.splice(0), [
    [
      ['a', '2'],
      ['b', '1'],
    ],
  ]);
  batch.add('a', '3');
  batch.flush();
  assert.deepEqual(sent.splice(0), [[['a', '3']]]);
  await setImmediate();
  assert.deepEqual(sent, []);
});

it('does not send a value that another thread has replaced', async () => {
  const sent: PropertyValues[] = [];
  const batch = new PropertyBatch((values) => sent.push(values));
  batch.add('a', '1');
  batch.forget('a');
  await setImmediate();
  assert.deepEqual(sent, []);
  batch.add('a', '2');
  await setImmediate();
  assert.deepEqual(sent, [[['a', '2']]]);
});
