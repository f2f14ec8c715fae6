import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshnessOf } from './freshness.ts';

const at = (second: number) => new Date(1_767_323_100_000 + second * 1000).toISOString();
const view = { phase: 'running', figures_at: at(57), as_of: at(60) };

test('a run is live only while new data arrives, independent of polling', () => {
  assert.equal(freshnessOf(view, 1000), 'live');
  assert.equal(freshnessOf({ ...view, figures_at: at(40) }, 1000), 21);
  assert.equal(freshnessOf(view, 30_000), 33, 'and while the page can ask');
});

test('is undefined before the first data and after the load', () => {
  assert.equal(freshnessOf({ ...view, figures_at: null }, 0), undefined);
  assert.equal(freshnessOf({ ...view, phase: 'collecting' }, 90_000), undefined);
  assert.equal(freshnessOf({ ...view, phase: 'preparing' }, 0), undefined);
});
