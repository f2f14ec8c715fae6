import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnsupportedScript } from '../jvm/values.ts';
import { runScript } from './run-script.fixture.ts';

describe('scripts of Groovy that block the other virtual users of their thread', () => {
  for (const script of [
    '(1..1000000).each { 1000000.times { } }',
    "('a' * 60) ==~ /(a+)+b/",
    "('a' * 60).replaceAll(/(a|a)*b/, '')",
    "('a' * 60).find(/(a+)+b/)",
  ]) {
    it(`are refused after five seconds: ${script}`, () => {
      assert.throws(
        () => runScript(script),
        (error: unknown) =>
          error instanceof UnsupportedScript && /more than five seconds/.test(error.message),
      );
    });
  }
});
