import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { packageFile } from '../../src/lib/package-files.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { endProcess, startPrometheus } from '../support/prometheus.ts';
import { startReceiver } from '../support/receiver.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { type Json, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

test('a run stores the metrics of a node exporter from Prometheus, on its own time axis', {
  skip: needs('prometheus', 'nodeExporter', 'bubblewrap'),
}, async (t) => {
  const exporterPort = await freePort();
  const exporter = spawn('prometheus-node-exporter', [`--web.listen-address=127.0.0.1:${exporterPort}`], {
    stdio: 'ignore',
  });
  t.after(() => endProcess(exporter));
  const prometheus = await startPrometheus(
    t,
    `global: { scrape_interval: 1s }
scrape_configs:
  - { job_name: target, static_configs: [{ targets: ['127.0.0.1:${exporterPort}'] }] }
`,
  );
  await until(
    'Prometheus has a CPU rate',
    async () =>
      (await prometheus.get('query', { query: 'rate(node_cpu_seconds_total[10s])' })).result.length > 0,
    60_000,
    500,
  );
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const service = await startService({ SPATE_OUTBOUND: `allow:127.0.0.1:${new URL(prometheus.url).port}` });
  t.after(() => service.close());
  const set = (target_metrics: object) =>
    service.fetch('/target-metrics', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target_metrics }),
    });
  const queries = [
    'CPU idle (%)=100 * avg(rate(node_cpu_seconds_total{mode="idle"}[10s]))',
    'Load=node_load1',
    'Nothing=no_such_metric',
    'Broken=rate(',
  ];
  assert.equal((await set({ address: 'http://127.0.0.1:1', queries })).status, 422, 'another port');
  const source = (await (await set({ address: prometheus.url, queries })).json()) as Json;
  assert.equal(source.target, prometheus.url);
  const tested = await service.json(`/target-metrics/${source.uuid}/test`, { method: 'POST' });
  assert.deepEqual(
    tested.metrics.map(({ series }: Json) => series.length),
    [1, 1, 0, 0],
  );
  assert.equal(tested.metrics[2].problem, 'The query returned no series.');
  assert.match(tested.metrics[3].problem, /^Prometheus: .*parse error/);

  const created = await createRun(service, {
    fields: { 'run[engine]': 'spate' },
    files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '100', pauseMs: 100 }) },
  });
  await awaitStatus(service, created.uuid, 'finished');
  const run = await service.json(`/runs/${created.uuid}`);
  const path = `/runs/${created.uuid}/target-metrics`;
  const [cpu, load] = await until('the metrics of the run are stored', async () => {
    const { metrics } = await service.json(path);
    const isThere =
      metrics[0]?.series[0]?.values.filter((value: number | null) => value !== null).length >= 8;
    return isThere && metrics;
  });
  assert.deepEqual([cpu.step, cpu.start], [1, Math.floor(Date.parse(run.started) / 1000)]);
  assert.ok(
    cpu.series[0].values.every((value: number | null) => value === null || (value >= 0 && value <= 101)),
  );
  assert.match(load.series[0].name, /^node_load1\{instance="127\.0\.0\.1:\d+", job="target"\}$/);
  const report = await (await service.fetch(`/runs/${created.uuid}/report.html`)).text();
  assert.match(report, /aria-label="CPU idle \(%\) over time"/);
  await service.fetch(`/target-metrics/${source.uuid}`, { method: 'DELETE' });
  assert.equal((await service.json(path)).metrics.length, 4, 'stored metrics stay readable');
});

test('Prometheus receives live figures of a run by remote write, and a collector by OTLP', {
  skip: needs('prometheus', 'bubblewrap'),
}, async (t) => {
  await using collector = await startReceiver();
  const prometheus = await startPrometheus(t, 'global: { scrape_interval: 1s }\n', [
    '--web.enable-remote-write-receiver',
  ]);
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const service = await startService({ SPATE_OUTBOUND: 'allow:127.0.0.1' });
  t.after(() => service.close());
  const add = (kind: string, address: string) =>
    service.json('/metric-exports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metric_export: { kind, address } }),
    });
  await add('remote_write', `${prometheus.url}/api/v1/write`);
  await add('otlp', `${collector.url}/v1/metrics`);
  await add('remote_write', `${prometheus.url}/api/v1/nothing`);
  const created = await createRun(service, {
    fields: { 'run[engine]': 'spate' },
    files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '50', pauseMs: 100 }) },
  });
  await awaitStatus(service, created.uuid, 'finished');
  const query = `spate_run_samples_total{run="${created.uuid}", outcome="passed"}`;
  await until('Prometheus has all samples', async () => {
    const { result } = await prometheus.get('query', { query });
    return result[0]?.value[1] === '50';
  });
  const p95 = await prometheus.get('query', {
    query: `spate_run_label_response_time_seconds{run="${created.uuid}", quantile="0.95"}`,
  });
  assert.equal(p95.result.length, 1);
  const dashboard = JSON.parse(await readFile(packageFile('examples/monitoring/runs.json'), 'utf8'));
  for (const { targets } of dashboard.panels)
    for (const { expr } of targets) {
      const asked = expr.replaceAll('$__rate_interval', '5m').replaceAll('$run', created.uuid);
      const { result } = await prometheus.get('query', { query: asked });
      assert.ok(result.length > 0, asked);
    }
  const last = JSON.parse(collector.requests.at(-1)?.body ?? '');
  const { metrics } = last.resourceMetrics[0].scopeMetrics[0];
  const samples = metrics.find(({ name }: Json) => name === 'spate_run_samples_total');
  assert.equal(samples.sum.dataPoints[0].asDouble, 50);
  const { exports } = (await service.json('/metric-exports'))._embedded;
  assert.deepEqual(
    exports.map(({ problem }: Json) => problem),
    [null, null, 'The receiver returned status 404.'],
  );
});
