import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { globMatcher } from './glob.ts';
import { readSettings } from './settings.ts';
import { readStepOptions } from './step-options.ts';
import { pauseMs } from './time-units.ts';

describe('settings of a browser script', () => {
  it('reads times as text, as seconds below 1000 and as milliseconds from there on', () => {
    const timeout = (waitTimeout: unknown) => readSettings({ waitTimeout }).waitTimeout;
    assert.deepEqual(
      ['500ms', '30s', '1.5m', '2000', 5, 0.5, 999, 1000, 2500].map(timeout),
      [500, 30_000, 90_000, 2000, 5000, 500, 999_000, 1000, 2500],
    );
    assert.deepEqual([0, -1, '', undefined, null, 'soon'].map(timeout), Array(6).fill(30_000));
    assert.equal(readSettings({ actionDelay: '0s' }).actionDelay, 0);
    assert.equal(readSettings({ actionDelay: 0 }).actionDelay, 2000);
    assert.equal(readSettings({ duration: 30 }).duration, 30_000);
    assert.equal(readSettings({ duration: -1 }).duration, -1);
    assert.deepEqual([-3, 0.5, 2, 1500, '1s', 'x'].map(pauseMs), [30_000, 500, 2000, 1500, 1000, 0]);
  });

  it('accepts both spellings, ignores unknown keys and warns of invalid values', () => {
    const warnings: string[] = [];
    const settings = readSettings(
      {
        ignoreHTTPSError: true,
        browserLaunchOption: { a: 1 },
        waitUntil: 'later',
        screenShotOnFailure: false,
        loopCount: Infinity,
      },
      (text) => warnings.push(text),
    );
    assert.equal(settings.ignoreHTTPSErrors, true);
    assert.deepEqual(settings.browserLaunchOptions, { a: 1 });
    assert.equal(settings.waitUntil, false);
    assert.equal(settings.loopCount, -1);
    assert.ok(!('screenShotOnFailure' in settings));
    assert.equal(warnings.length, 1);
  });

  it('reads the options of a step', () => {
    assert.deepEqual(readStepOptions({ waitTimeout: '5s', waitUntil: 'visible', tries: 2, other: 1 }), {
      waitTimeoutMs: 5000,
      waitUntil: 'visible',
      tries: 2,
    });
    assert.deepEqual(readStepOptions({ waitTimeout: 0, waitUntil: null }), {
      waitTimeoutMs: 30_000,
      waitUntil: false,
    });
  });

  it('matches host patterns', () => {
    assert.ok(globMatcher('*.google.com')('www.google.com'));
    assert.ok(!globMatcher('*.google.com')('google.com.evil'));
    assert.ok(globMatcher('{a,b}?.x[12].com')('b9.x2.com'));
    assert.ok(globMatcher('!a.com')('b.com'));
    assert.ok(!globMatcher('a.com')('aXcom'));
  });
});
