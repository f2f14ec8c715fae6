import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresHosts, sessionAttributesOf } from './postgres-url.ts';

test('splits a PostgreSQL URL into its hosts', () => {
  const several = 'postgresql://spate:p%40ss@a:5432,[::1]:5433,c/load?sslmode=verify-full';
  assert.deepEqual(postgresHosts(several), [
    'postgresql://spate:p%40ss@a:5432/load?sslmode=verify-full',
    'postgresql://spate:p%40ss@[::1]:5433/load?sslmode=verify-full',
    'postgresql://spate:p%40ss@c/load?sslmode=verify-full',
  ]);
  for (const one of ['postgres://a/b', 'postgres:///b?host=/run', 'postgres://u@localhost/b?host=%2Frun,x'])
    assert.deepEqual(postgresHosts(one), [one]);
  for (const wrong of ['mysql://a/b', 'a:5432', 'postgres://a:1,/b', 'postgres://a:x,b/c', ''])
    assert.equal(postgresHosts(wrong), undefined);
});

test('reads target_session_attrs', () => {
  assert.equal(sessionAttributesOf('postgres://a,b/c?x=1&target_session_attrs=read-write'), 'read-write');
  assert.equal(sessionAttributesOf('postgres://a/c'), null);
});
