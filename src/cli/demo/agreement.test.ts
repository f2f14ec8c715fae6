import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { shopPages } from '../../lib/demo-target.ts';
import { compareCounts, isAgreed, pathOfLabel, renderAgreement } from './agreement.ts';

const figures = (label: string, passed: number, failed: number) => ({ label, passed, failed });
const counts = { '/': { requests: 10, failed: 0 }, '/search': { requests: 9, failed: 1 } };
const labels = [figures('Home', 10, 0), figures('Search', 8, 1), figures('Browse', 9, 1)];

test('matches if all pages have equal counts, independent of transactions', () => {
  const rows = compareCounts(counts, labels);
  assert.equal(isAgreed(rows), true);
  assert.match(renderAgreement(rows), /^Search +\/search +9 +1 +9 +1 +equal$/m);
});

test('does not match if a sample is missing', () => {
  const rows = compareCounts(counts, [figures('Home', 9, 0), figures('Search', 8, 1)]);
  assert.equal(isAgreed(rows), false);
  assert.match(renderAgreement(rows), /^Home +\/ +10 +0 +9 +0 +DIFFERENT$/m);
});

test('does not match if failures were counted as passed', () => {
  assert.equal(isAgreed(compareCounts(counts, [figures('Home', 10, 0), figures('Search', 9, 0)])), false);
});

test('does not match if the report lacks a page that the target served', () => {
  assert.equal(isAgreed(compareCounts({ ...counts, '/odd': { requests: 1, failed: 1 } }, labels)), false);
});

test('does not match without any requests', () => {
  assert.equal(isAgreed(compareCounts({}, [])), false);
});

test('covers the labels of the plan and the pages of the shop', async () => {
  const plan = await readFile(new URL('../../../examples/plans/demo.jmx', import.meta.url), 'utf8');
  const samplers = [...plan.matchAll(/<HTTPSamplerProxy [^>]*testname="([^"]+)"/g)].map((found) => found[1]);
  assert.deepEqual(samplers, Object.keys(pathOfLabel));
  assert.deepEqual(Object.values(pathOfLabel), Object.keys(shopPages));
});
