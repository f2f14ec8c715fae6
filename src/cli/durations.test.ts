import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from './cli-error.ts';
import { parseDuration } from './durations.ts';

test('parses durations', () => {
  const cases: [string, number][] = [
    ['90', 90],
    ['90s', 90],
    ['5m', 300],
    ['5min', 300],
    ['1h30m', 5400],
    ['1h 30m', 5400],
    ['1d', 86_400],
    ['1500ms', 2],
    ['0.5', 1],
    ['1.5m', 90],
    ['0', 0],
  ];
  for (const [text, seconds] of cases) assert.equal(parseDuration(text, '-d'), seconds, text);
});

test('rejects invalid durations with the name of the option', () => {
  for (const text of ['', 'soon', '5x', 'm5', '5m!', '-5', '1h30']) {
    assert.throws(
      () => parseDuration(text, '--duration'),
      (error) => error instanceof CliError && error.message.startsWith('Invalid duration for --duration:'),
      text,
    );
  }
});
