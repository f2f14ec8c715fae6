import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BroadcastProperties } from '../process/broadcast-properties.ts';
import { FrameReader } from './frame-reader.ts';
import { FrameWriter } from './frame-writer.ts';
import { PropertyMirror } from './property-mirror.ts';

function start() {
  const properties: BroadcastProperties = new BroadcastProperties(
    { shared: 'first' },
    (name, value) => mirror.note(name, value),
    (name) => mirror.note(name, undefined),
  );
  const mirror = new PropertyMirror(properties);
  /** The number and the changes of the next frame to the JVM. */
  const send = (write = (frame: FrameWriter) => mirror.writeChanges(frame)) => {
    const writer = new FrameWriter();
    write(writer);
    const frame = new FrameReader(writer.take());
    const number = frame.int();
    const changes = Array.from({ length: frame.int() }, () => [frame.text(), frame.text()]);
    return { number, changes };
  };
  /** An answer of a JVM that has applied the changes up to a number. */
  const answer = (applied: number, value: string | undefined) => {
    const writer = new FrameWriter();
    writer.int(applied);
    writer.int(1);
    writer.text('shared');
    writer.text(value);
    mirror.readChanges(new FrameReader(writer.take()));
  };
  send((frame) => mirror.writeAll(frame));
  return { properties, send, answer };
}

test('a script that has seen the change of the engine changes the property after it', () => {
  const { properties, send, answer } = start();
  properties.set('shared', 'engine');
  const { number, changes } = send();
  assert.deepEqual(changes, [['shared', 'engine']]);
  answer(number, 'script');
  assert.equal(properties.get('shared'), 'script');
  assert.deepEqual(send().changes, []);
  answer(number, undefined);
  assert.equal(properties.has('shared'), false);
});

test('a change of the engine that is not sent yet, or not applied yet, is later than that of a script', () => {
  const { properties, send, answer } = start();
  const before = send().number;
  properties.set('shared', 'engine');
  answer(before, 'script');
  assert.equal(properties.get('shared'), 'engine');
  const { number, changes } = send();
  assert.deepEqual(changes, [['shared', 'engine']]);
  answer(before, 'script');
  assert.equal(properties.get('shared'), 'engine');
  answer(number, 'next script');
  assert.equal(properties.get('shared'), 'next script');
});

test('a removed property is sent as missing', () => {
  const { properties, send } = start();
  properties.delete('shared');
  assert.deepEqual(send().changes, [['shared', undefined]]);
});
