import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { fileNameOf, refuseDuplicateNames } from './file-name.ts';

describe('fileNameOf', () => {
  it('keeps only the base name, with both kinds of slashes', () => {
    assert.equal(fileNameOf('plan.jmx', 'f'), 'plan.jmx');
    assert.equal(fileNameOf('C:\\Users\\x\\plan.jmx', 'f'), 'plan.jmx');
    assert.equal(fileNameOf('../../etc/passwd', 'f'), 'passwd');
    assert.equal(fileNameOf('a/b\\c d.csv', 'f'), 'c d.csv');
    assert.equal(fileNameOf('données.csv', 'f'), 'données.csv');
  });

  it('rejects unsafe names', () => {
    for (const name of ['', '.', '..', 'a/', 'a/..', '\\', 'a\u0000b', 'a\nb', 'x'.repeat(300)]) {
      assert.throws(
        () => fileNameOf(name, 'run_files[]'),
        (error) => error instanceof AppError && error.details[0]?.field === 'run_files[]',
        JSON.stringify(name),
      );
    }
  });
});

describe('refuseDuplicateNames', () => {
  it('lists all duplicate names', () => {
    const named = (name: string) => ({ name });
    refuseDuplicateNames([named('a'), named('b')]);
    assert.throws(
      () => refuseDuplicateNames(['a', 'b', 'a', 'c', 'c', 'c'].map(named)),
      (error) =>
        error instanceof AppError && error.details.length === 2 && /\ba\b.*\bc\b/.test(error.message),
    );
  });
});
