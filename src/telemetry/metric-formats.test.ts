import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otlpMetricsBody } from './otlp-metrics.ts';
import { remoteWriteBody } from './remote-write.ts';
import type { MetricFamily } from './run-metrics.ts';

const samples: MetricFamily = {
  name: 'samples_total',
  help: 'Samples.',
  type: 'counter',
  points: [{ labels: { run: 'r', empty: '' }, value: 3 }],
};

test('remote write has sorted labels, value and time in Protocol Buffers, as Snappy literals', () => {
  const body = remoteWriteBody([samples], 1_700_000_000_000);
  const message = Buffer.from(
    // TimeSeries { Label { __name__ samples_total } Label { run r } Sample { 3, 1700000000000 } }
    `0a37 0a19 0a085f5f6e616d655f5f 120d73616d706c65735f746f74616c 0a08 0a0372756e 120172 1210 090000000000000840 1080d095ffbc31`.replaceAll(
      ' ',
      '',
    ),
    'hex',
  );
  assert.equal(body[0], message.length);
  assert.deepEqual([...body.subarray(1, 4)], [0xf4, message.length - 1, 0]);
  assert.equal(body.subarray(4).toString('hex'), message.toString('hex'));
});

test('a large remote write is split into literals of 64 KiB', () => {
  const points = Array.from({ length: 2000 }, (_, index) => ({
    labels: { label: `label ${index}` },
    value: 1,
  }));
  const body = remoteWriteBody([{ ...samples, points }], 0);
  const whole = ((body[0] ?? 0) % 128) | (((body[1] ?? 0) % 128) << 7) | ((body[2] ?? 0) << 14);
  const literals = Math.ceil(whole / 65_536);
  assert.equal(body.length, 3 + literals * 3 + whole);
  assert.deepEqual([...body.subarray(3, 6)], [0xf4, 0xff, 0xff]);
});

test('OTLP has cumulative sums and gauges', () => {
  const gauge: MetricFamily = { ...samples, name: 'users', type: 'gauge' };
  const none: MetricFamily = { ...samples, name: 'none', points: [] };
  const [resource] = JSON.parse(otlpMetricsBody([samples, gauge, none], 1000, 2000)).resourceMetrics;
  const [sum, users, ...rest] = resource.scopeMetrics[0].metrics;
  assert.deepEqual(rest, []);
  assert.deepEqual([sum.sum.aggregationTemporality, sum.sum.isMonotonic], [2, true]);
  assert.deepEqual(sum.sum.dataPoints[0], {
    attributes: [
      { key: 'run', value: { stringValue: 'r' } },
      { key: 'empty', value: { stringValue: '' } },
    ],
    startTimeUnixNano: '1000000000',
    timeUnixNano: '2000000000',
    asDouble: 3,
  });
  assert.equal(users.gauge.dataPoints.length, 1);
});
