import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heatStep, ramp } from './heat-colours.ts';

describe('heat colours', () => {
  it('interpolate evenly between all stops', () => {
    assert.deepEqual(ramp(['rgb(0, 0, 0)', 'rgb(100, 100, 100)', 'rgb(255, 255, 255)'], 5), [
      'rgb(0 0 0)',
      'rgb(50 50 50)',
      'rgb(100 100 100)',
      'rgb(178 178 178)',
      'rgb(255 255 255)',
    ]);
  });

  it('keep small counts visible beside large ones', () => {
    assert.equal(heatStep(1, 1000, 31), 0);
    assert.equal(heatStep(10, 1000, 31), 10);
    assert.equal(heatStep(1000, 1000, 31), 30);
    assert.equal(heatStep(1, 1, 31), 30);
  });
});
