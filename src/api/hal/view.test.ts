import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseThreshold } from '../../domain/threshold.ts';
import { thresholdResult } from '../../domain/threshold-words.ts';
import { publicNames } from '../../runs/label-names.ts';
import { exampleFigures, examplePage, exampleReport, exampleRun } from '../testing/example-run.ts';
import { labelsResource, runViewResource } from './view.ts';

const secret = 'shop.internal.example';
const label = `https://${secret}/cart`;
const judged = thresholdResult(parseThreshold(`label("${label}").p95 > 1ms`), { passed: false, actual: 240 });
const report = exampleReport({
  labels: [exampleFigures({ label })],
  errors: [
    {
      code: `Cannot reach ${label}`,
      message: `no route to ${secret}`,
      count: 1,
      example: { label, atMs: 1 },
    },
  ],
});
const page = examplePage(report, { thresholds: [judged] });

function viewFor(isMember: boolean) {
  const addresses = { origin: 'https://load.example', prefix: '/api' };
  return runViewResource(exampleRun(), page, { isMember, mayChange: false }, addresses, new Date());
}

test('public views contain no target hosts in labels, errors, thresholds and the verdict', () => {
  const view = viewFor(false);
  assert.ok(!JSON.stringify(view).includes(secret), JSON.stringify(view));
  assert.equal(view.thresholds[0]?.expression, 'label("/cart").p95 > 1ms');
  assert.match(view.verdict.sentence, /p95 of "\/cart" ≤ 1 ms \(240 ms\)/);
  const labels = {
    range: page.range,
    total: 1,
    labels: report.labels.map((figures) => ({ figures, sparkP95: [], sparkFailed: [] })),
    spark: { startS: 0, stepS: 1 },
  };
  const listed = labelsResource(labels, { page: 1, pageSize: 10 }, publicNames([label]), () => '');
  assert.equal(listed.labels[0]?.label, '/cart');
});

test('users of the account see all hosts', () => {
  const view = viewFor(true);
  assert.equal(view.thresholds[0]?.expression, judged.expression);
  assert.ok(view.verdict.sentence.includes(label));
  assert.ok(view.errors[0]?.message.includes(secret));
});

test('public views contain the generator load, and only users of the account see plan elements', () => {
  const viewWith = (isMember: boolean, lagP99Ms: number) =>
    runViewResource(
      { ...exampleRun(), generator: { lagP99Ms, lagMaxMs: 140.12345, busyShare: 0.43 } },
      page,
      { isMember, mayChange: false },
      { origin: 'https://load.example', prefix: '/api' },
      new Date(),
    );
  const figures = { lag_max_ms: 140.123, busy_share: 0.43, includes_start: false };
  const late = viewWith(false, 100.5);
  assert.deepEqual(late.generator, { ...figures, lag_p99_ms: 100.5, is_at_limit: true });
  assert.deepEqual(late.engine_reasons, []);
  const calm = viewWith(true, 100);
  assert.deepEqual(calm.generator, { ...figures, lag_p99_ms: 100, is_at_limit: false });
  assert.equal(calm.engine_reasons[0]?.place, 'Plan > Users');
});
