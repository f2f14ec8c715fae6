import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Errors } from 'typebox/value';
import { errorSchema } from '../contract/resources/error.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../domain/errors.ts';
import { errorBody, sentenceOf, statusOfCode, toAppError } from './error-response.ts';

describe('errorBody', () => {
  it('has the same format for every error of the catalogue', () => {
    for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
      const error = new AppError(code, sentenceOf(code), [{ code: 'x', message: 'm', field: 'f' }]);
      assert.deepEqual(Errors(errorSchema, errorBody(error, 'ours')), []);
      const status = statusOfCode(code);
      assert.ok(status >= 400 && status < 600, code);
    }
  });

  it('has the literal not_authenticated message that clients of the original compare', () => {
    assert.equal(
      JSON.stringify(errorBody(new AppError('not_authenticated', 'Not Authenticated'), 'ours')),
      '{"error":"Not Authenticated","code":"not_authenticated","details":[]}',
    );
    assert.equal(statusOfCode('not_authenticated'), 401);
  });

  it('uses the field names of the request', () => {
    const error = new AppError('invalid', 'run[tool] is required.', [
      { code: 'required', message: 'run[tool] is required.', field: 'run[tool]' },
    ]);
    assert.deepEqual(errorBody(error, 'original'), {
      error: 'flood[tool] is required.',
      code: 'invalid',
      details: [{ code: 'required', message: 'flood[tool] is required.', field: 'flood[tool]' }],
    });
  });

  it('maps every kind to its status', () => {
    const expected: [ErrorCode, number][] = [
      ['malformed', 400],
      ['not_allowed', 403],
      ['not_found', 404],
      ['method_not_allowed', 405],
      ['not_acceptable', 406],
      ['shared_grid', 409],
      ['files_expired', 410],
      ['too_large', 413],
      ['unsupported_media', 415],
      ['invalid', 422],
      ['credential_unknown', 422],
      ['internal', 500],
      ['starting', 503],
      ['disk_full', 507],
    ];
    for (const [code, status] of expected) assert.equal(statusOfCode(code), status, code);
  });
});

describe('toAppError', () => {
  it('does not expose internal error messages', () => {
    const error = toAppError(new Error('password=hunter2 at /var/lib/spate'), 'request-7');
    assert.equal(error.code, 'internal');
    assert.ok(!/hunter2|spate/.test(error.message));
    assert.match(error.message, /request-7/);
    assert.equal(toAppError('thrown text', 'r').code, 'internal');
    assert.equal(toAppError(undefined, 'r').code, 'internal');
  });

  it('replaces messages of framework errors', () => {
    const thrown = (statusCode: number) => Object.assign(new Error('FST_ERR_SOMETHING'), { statusCode });
    for (const [status, code] of [
      [400, 'malformed'],
      [404, 'not_found'],
      [413, 'too_large'],
      [415, 'unsupported_media'],
    ] as const) {
      const error = toAppError(thrown(status), 'r');
      assert.equal(error.code, code);
      assert.ok(!error.message.includes('FST_'));
    }
    assert.equal(toAppError(thrown(500), 'r').code, 'internal');
  });

  it('keeps AppErrors unchanged', () => {
    const own = new AppError('conflict', 'x');
    assert.equal(toAppError(own, 'r'), own);
  });
});
