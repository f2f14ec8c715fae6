import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { httpsAddress, originOfRequest, redirectOfPlain } from './plain-http.ts';

const own = 'https://load.example';

describe('redirectOfPlain', () => {
  it('redirects plain requests to https, keeping host and path', () => {
    const headers = { 'x-forwarded-proto': 'http', host: 'load.example' };
    assert.equal(redirectOfPlain(headers, '/runs?a=b', own), 'https://load.example/runs?a=b');
    assert.equal(redirectOfPlain({ host: 'load.example:80' }, '/', own), 'https://load.example/');
    assert.equal(
      redirectOfPlain(
        { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'outer.example', host: 'inner' },
        '/',
        own,
      ),
      'https://outer.example/',
    );
  });

  it('accepts requests that used TLS to the first of several proxies', () => {
    for (const proto of ['https', 'HTTPS', 'https, http', 'wss']) {
      assert.equal(
        redirectOfPlain({ 'x-forwarded-proto': proto, host: 'x' }, '/runs', own),
        undefined,
        proto,
      );
    }
    assert.ok(redirectOfPlain({ 'x-forwarded-proto': 'http, https', host: 'x' }, '/runs', own));
  });

  it('accepts plain health checks and agent requests', () => {
    for (const path of ['/healthz', '/healthz?x', '/agent/connect', '/agent']) {
      assert.equal(redirectOfPlain({ host: 'x' }, path, own), undefined, path);
    }
    assert.ok(redirectOfPlain({ host: 'x' }, '/agents', own));
    assert.ok(redirectOfPlain({ host: 'x' }, '/healthz/../runs', own));
  });
});

describe('originOfRequest', () => {
  it('is the Host of the client if it is plausible', () => {
    assert.equal(originOfRequest({ host: 'box.local:8443' }, false), 'https://box.local:8443');
    assert.equal(originOfRequest({ host: 'inner', 'x-forwarded-host': 'outer' }, true), 'https://outer');
    assert.equal(originOfRequest({ host: 'inner', 'x-forwarded-host': 'evil' }, false), 'https://inner');
    assert.equal(originOfRequest({ host: 'a/b' }, false), undefined);
    assert.equal(originOfRequest({}, false), undefined);
  });
});

describe('httpsAddress', () => {
  it('never redirects to an invalid host', () => {
    for (const host of [undefined, '', 'a b', 'a/b', 'a@b', 'a?b', 'a:99999999', '//evil']) {
      assert.equal(httpsAddress(host, '/x', own), 'https://load.example/x', host ?? 'none');
    }
    assert.equal(httpsAddress('[::1]:8443', '/x', own), 'https://[::1]:8443/x');
    assert.equal(httpsAddress('h', '*', own), 'https://h/');
  });
});
