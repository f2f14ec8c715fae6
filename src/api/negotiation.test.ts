import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { negotiate, prefersJson } from './negotiation.ts';

const plain = { contentType: 'application/json; charset=utf-8', dialect: 'ours' };

describe('negotiate', () => {
  it('returns plain JSON by default and without a version', () => {
    for (const accept of [
      undefined,
      '',
      '*/*',
      'application/json',
      'application/vnd.api+json',
      'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      'text/csv',
      'nonsense',
      ';;,,;q=x',
    ]) {
      assert.deepEqual(negotiate(accept), plain, accept ?? 'none');
    }
  });

  it('returns the content type of the requested version and vendor', () => {
    assert.deepEqual(negotiate('application/vnd.service.v2+json'), {
      contentType: 'application/vnd.service.v2+json',
      dialect: 'ours',
    });
    assert.deepEqual(negotiate('Application/VND.Flood.V2+JSON; charset=utf-8'), {
      contentType: 'application/vnd.flood.v2+json',
      dialect: 'original',
    });
  });

  it('selects the best accepted type', () => {
    assert.deepEqual(negotiate('application/vnd.service.v9+json, */*;q=0.1'), plain);
    assert.equal(
      negotiate('text/html;q=0.2, application/vnd.service.v2+json;q=0.9').contentType,
      'application/vnd.service.v2+json',
    );
    assert.deepEqual(negotiate('application/vnd.service.v9+json;q=0'), plain);
  });

  it('rejects an unknown version with the known ones', () => {
    for (const [accept, recommended] of [
      ['application/vnd.service.v1+json', 'Send Accept: application/vnd.service.v2+json'],
      ['application/vnd.flood.v3+json', 'Send Accept: application/vnd.flood.v2+json'],
    ] as const) {
      assert.throws(
        () => negotiate(accept),
        (error) =>
          error instanceof AppError &&
          error.code === 'not_acceptable' &&
          /Use one of: v2\b/.test(error.message) &&
          error.message.includes(recommended),
      );
    }
  });
});

describe('prefersJson', () => {
  it('selects CSV unless JSON is preferred', () => {
    assert.equal(prefersJson(undefined), false);
    assert.equal(prefersJson('*/*'), false);
    assert.equal(prefersJson('text/csv'), false);
    assert.equal(prefersJson('text/csv, application/json'), false);
    assert.equal(prefersJson('application/json, text/csv'), true);
    assert.equal(prefersJson('application/json;q=0.5, text/csv'), false);
    assert.equal(prefersJson('application/vnd.service.v2+json'), true);
    assert.equal(prefersJson('application/json'), true);
  });
});
