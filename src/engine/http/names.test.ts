import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { javaAddress } from './java-address.ts';
import { Names } from './names.ts';

describe('names of hosts', () => {
  let nowMs = 0;
  const asked: string[] = [];
  const names = new Names(
    () => nowMs,
    (hostname, callback) => {
      asked.push(hostname);
      setImmediate(() => {
        if (hostname === 'unknown') {
          callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
        } else {
          callback(null, [{ address: '127.0.0.9', family: 4 }]);
        }
      });
    },
  );
  const ask = (host: string) =>
    new Promise<string>((resolve) => {
      names.lookup(host, {}, (error, address) => resolve(error ? 'none' : String(address)));
    });

  it('are looked up once for all who ask at a time, and again after half a minute', async () => {
    assert.deepEqual(await Promise.all([ask('a'), ask('a'), ask('a')]), Array(3).fill('127.0.0.9'));
    nowMs = 29_999;
    await ask('a');
    assert.deepEqual(asked.splice(0), ['a']);
    nowMs = 30_000;
    await ask('a');
    assert.deepEqual(asked.splice(0), ['a']);
    assert.deepEqual(names.peersOf('a'), ['a/127.0.0.9']);
  });

  it('that do not exist are looked up again after ten seconds', async () => {
    assert.deepEqual(await Promise.all([ask('unknown'), ask('unknown')]), ['none', 'none']);
    nowMs += 9_999;
    assert.equal(await ask('unknown'), 'none');
    assert.deepEqual(asked.splice(0), ['unknown']);
    nowMs += 1;
    assert.equal(await ask('unknown'), 'none');
    assert.deepEqual(asked.splice(0), ['unknown']);
  });
});

describe('an address in the words of Java', () => {
  for (const [address, java] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['2001:db8::a:0:1', '2001:db8:0:0:0:a:0:1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['fe80::1%lo', 'fe80:0:0:0:0:0:0:1%lo'],
  ] as const) {
    it(address, () => assert.equal(javaAddress(address), java));
  }
});
