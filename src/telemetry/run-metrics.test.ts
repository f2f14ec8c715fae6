import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsOfRuns, renderMetrics } from './run-metrics.ts';

test('renders totals and labels of runs for Prometheus', async () => {
  const times = { percentilesMs: { 50: 10, 75: 15, 90: 30, 95: 40, 99: 125.5 } };
  const total = { passed: 9, failed: 1, bytesIn: 2048, bytesOut: 512, times };
  const text = await renderMetrics(
    metricsOfRuns([
      {
        id: 'r1',
        name: 'Check "out"',
        project: 'Shop',
        test: null,
        tool: 'jmeter',
        isActive: true,
        startedAt: null,
        users: 2.5,
        total,
        labels: [{ ...total, label: 'Home\n', times: null }],
      },
    ]),
  );
  for (const line of [
    'spate_run_info{run="r1",name="Check \\"out\\"",project="Shop",test="",tool="jmeter"} 1',
    'spate_run_active{run="r1"} 1',
    'spate_run_virtual_users{run="r1"} 2.5',
    '# TYPE spate_run_samples_total counter',
    'spate_run_samples_total{run="r1",outcome="failed"} 1',
    'spate_run_received_bytes_total{run="r1"} 2048',
    'spate_run_response_time_seconds{run="r1",quantile="0.99"} 0.1255',
    'spate_run_label_samples_total{run="r1",label="Home\\n",outcome="passed"} 9',
  ])
    assert.ok(text.split('\n').includes(line), `${line} is missing in\n${text}`);
  assert.doesNotMatch(text, /spate_run_label_response_time_seconds/);
  assert.equal((await renderMetrics(metricsOfRuns([]))).trim(), '');
});
