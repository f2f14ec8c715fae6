import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSettings, settingsFromInput, settingsOf } from './run-settings.ts';

const settings = { ...noSettings, threads: 5, rampupS: 0, overrideParameters: '-Ja=1' };

test('reads settings by their names in the API; absent ones are null', () => {
  assert.deepEqual(settingsFromInput({ threads: 5, rampup: 0, override_parameters: '-Ja=1' }), settings);
  assert.equal(settingsFromInput({}).durationS, null);
});

test('takes the settings of a run without its other properties', () => {
  assert.deepEqual(settingsOf({ ...settings, ...{ name: 'Nightly' } }), settings);
});
