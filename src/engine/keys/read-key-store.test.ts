import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readKeyStore } from './read-key-store.ts';

const read = (name: string, password = 'changeit') =>
  readKeyStore(readFileSync(new URL(`stores/${name}`, import.meta.url)), password);

const told = (name: string) =>
  read(name).map(({ alias, key, chain }) => {
    const certificates = chain.map((each) => new X509Certificate(each));
    const isOwn = certificates[0]?.checkPrivateKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
    return [alias, isOwn, ...certificates.map(({ subject }) => subject)];
  });

describe('a key store', () => {
  it('tells the keys of PKCS #12 in their order, in lower case', () => {
    assert.deepEqual(told('three.p12'), [
      ['two', true, 'CN=two'],
      ['one', true, 'CN=One'],
      ['three', true, 'CN=three'],
    ]);
  });

  it('is opened also when it is closed as long ago, with the chain of its certificate', () => {
    assert.deepEqual(told('legacy.p12'), [['legacy', true, 'CN=chained', 'CN=Ca']]);
  });

  it('counts keys without a name', () => {
    assert.deepEqual(told('unnamed.p12'), [['1', true, 'CN=chained', 'CN=Ca']]);
  });

  it('tells the keys of JKS as Java does, without what is only trusted', () => {
    const entries = told('many.jks');
    assert.equal(entries.length, 13);
    assert.ok(
      entries.every(
        ([alias, isOwn, name]) => isOwn && `CN=${alias}` === String(name).toLowerCase().replace('cn', 'CN'),
      ),
    );
  });

  it('says that the password is another', () => {
    for (const name of ['three.p12', 'many.jks', 'legacy.p12']) {
      assert.throws(() => read(name, 'other'), /password/, name);
    }
  });
});
