import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normaliseAddress } from './address.ts';

const cases: [string, string, boolean][] = [
  ['/runs', '/runs', false],
  ['/api/runs', '/runs', false],
  ['/runs/', '/runs', false],
  ['/api/runs/?page=2', '/runs?page=2', false],
  ['//api//floods', '/runs', true],
  ['/floods', '/runs', true],
  ['/api/floods/abc/report', '/runs/abc/report', true],
  ['/floods?flood[tool]=jmeter', '/runs?flood[tool]=jmeter', true],
  ['/api/v3/floods/abc/set-public', '/runs/abc/set-public', true],
  ['/api/v3/runs/abc/set-public', '/runs/abc/set-public', false],
  ['/api/v3/me', '/v3/me', false],
  ['/app/floods/abc', '/app/runs/abc', true],
  ['/app/api/runs/abc/view?from=1', '/runs/abc/view?from=1', false],
  ['/app/api', '/', false],
  ['/grid/abc', '/grids/abc', false],
  ['/api/grid/abc', '/grids/abc', false],
  ['/grid', '/grid', false],
  ['/runs/floods', '/runs/floods', false],
  ['/', '/', false],
  ['/api', '/', false],
  ['', '/', false],
  ['/apiary', '/apiary', false],
  ['https://host:1/api/floods?x=/api/', '/runs?x=/api/', true],
  ['/agent/connect', '/agent/connect', false],
];

describe('normaliseAddress', () => {
  it('normalizes /api/x, trailing and doubled slashes, and old names', () => {
    for (const [raw, url, usesOriginalNames] of cases) {
      const isFromPage = raw.startsWith('/app/api');
      assert.deepEqual(normaliseAddress(raw), { url, usesOriginalNames, isFromPage }, raw);
    }
  });

  it('is idempotent', () => {
    for (const [raw] of cases) {
      const { url } = normaliseAddress(raw);
      assert.equal(normaliseAddress(url).url, url, raw);
    }
  });
});
