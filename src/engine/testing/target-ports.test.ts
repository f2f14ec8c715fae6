import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeholderPorts, portReplacer } from './target-ports.ts';

test('ports get their names in addresses and where they stand alone, not among other digits', () => {
  const withoutPorts = portReplacer({ ...placeholderPorts, port: 33223 });
  assert.equal(withoutPorts('http://127.0.0.1:33223/a'), 'http://127.0.0.1:{port}/a');
  assert.equal(
    withoutPorts('Host: 127.0.0.1:33223\r\nAccept: a:10002'),
    'Host: 127.0.0.1:{port}\r\nAccept: a:{tlsPort}',
  );
  assert.equal(withoutPorts('33223'), '{port}');
  for (const text of ['hex=3f33223e', 'took 33223 ms', 'a:332231', 'a:33223e', '133223']) {
    assert.equal(withoutPorts(text), text);
  }
});
