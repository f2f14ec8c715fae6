import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areaPath, bandPath, linePath, type PlotBox } from './static-paths.ts';

const times = [0, 1, 2, 3];
const box: PlotBox = { width: 1000, height: 120, range: { fromS: 0, toS: 4 }, top: 200 };

describe('paths of a static chart', () => {
  it('draw each value at its height above zero', () => {
    assert.equal(linePath(times, [0, 50, 100, 200], box), 'M0 120L250 90L500 60L750 0');
    assert.equal(linePath([10, 11], [200, 0], { ...box, range: { fromS: 8, toS: 12 } }), 'M500 0L750 120');
  });

  it('hold a value for its whole interval in a stepped line', () => {
    assert.equal(linePath(times, [100, 100, 200, 0], box, true), 'M0 60H250V60H500V0H750V120H1000');
    assert.equal(
      areaPath([0, 15], [200, 100], { ...box, range: { fromS: 0, toS: 30 } }, true),
      'M0 0H500V60H1000V120H0Z',
    );
  });

  it('leave a gap where nothing was measured, and draw a lone point as a dot', () => {
    assert.equal(linePath(times, [100, null, 200, undefined], box), 'M0 60h0M500 0h0');
    assert.equal(linePath(times, [100, null, 200, 200], box, true), 'M0 60H250M500 0H750V0H1000');
    assert.equal(areaPath(times, [null, null, null, null], box), '');
  });

  it('fill the band between two lines only where both have values', () => {
    assert.equal(
      bandPath(times, [200, 200, null, 100], [100, 100, 100, null], box),
      'M0 0L250 0L250 60L0 60Z',
    );
  });

  it('stay within the range of the chart', () => {
    assert.equal(linePath([3, 9], [200, 200], box), 'M750 0L1000 0');
  });
});
