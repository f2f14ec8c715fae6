import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { packageFile } from '../../src/lib/package-files.ts';
import { type ReceivedSpan, startCollector } from '../support/collector.ts';
import { sql } from '../support/database.ts';
import { startHeldTarget } from '../support/held-target.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { inheritedVariables } from '../support/inherited-variables.ts';
import { metricNamesIn } from '../support/metrics.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { testProgram } from '../support/programs.ts';
import { endProcess, startPrometheus } from '../support/prometheus.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const skip = needs('prometheus', 'bubblewrap');
const example = (name: string) => packageFile(`examples/monitoring/${name}`);
const run = promisify(execFile);

test('promtool accepts the configuration and the alert rules', { skip }, async () => {
  const { stdout } = await run('promtool', ['check', 'config', example('prometheus.yml')]);
  assert.match(stdout, /SUCCESS: \d+ rules found/);
  await run('promtool', ['check', 'rules', '--lint=all', '--lint-fatal', example('alerts.yml')]);
});

test('alerts fire for what they describe', { skip }, async (t) => {
  const service = '{job="spate", instance="a"}';
  const failures: Record<string, Record<string, string>> = {
    SpateDown: { 'up{job="spate", instance="a"}': '0x30' },
    SpateDatabaseDown: { [`spate_database_up${service}`]: '0x30' },
    SpateEventLoopDelayed: {
      'spate_event_loop_delay_seconds_bucket{job="spate", instance="a", le="0.25"}': '0+30x30',
      [`spate_event_loop_delay_seconds_count${service}`]: '0+60x30',
    },
    SpateRequestsFail: {
      'spate_http_requests_total{job="spate", instance="a", status="2xx"}': '0+80x30',
      'spate_http_requests_total{job="spate", instance="a", status="5xx"}': '0+20x30',
    },
    SpateDatabasePoolExhausted: { [`spate_database_pool_waiting${service}`]: '4x30' },
    SpateJobsStuck: { [`spate_jobs_oldest_due_age_seconds${service}`]: '0+60x30' },
    SpateJobRunsLong: { [`spate_jobs_longest_running_seconds${service}`]: '0+60x30' },
    SpateJobsFailed: { 'spate_jobs{job="spate", instance="a", state="failed"}': '2x30' },
    SpateIngestLags: {
      'spate_ingest_lag_seconds_bucket{job="spate", instance="a", le="10"}': '0+10x30',
      'spate_ingest_lag_seconds_bucket{job="spate", instance="a", le="30"}': '0+60x30',
      'spate_ingest_lag_seconds_bucket{job="spate", instance="a", le="+Inf"}': '0+60x30',
    },
    SpateRollupsBehind: { [`spate_rollups_dirty_oldest_age_seconds${service}`]: '0+60x30' },
    SpateNodesLost: { 'spate_nodes{job="spate", instance="a", state="lost"}': '1x30' },
    SpateAgentDisconnected: { 'spate_agent_connected{job="spate-agents", instance="n"}': '0x30' },
    SpateFramesWait: { 'spate_agent_frames_waiting{job="spate-agents", instance="n"}': '0+60x30' },
    SpateDiskAlmostFull: {
      [`spate_disk_free_bytes${service}`]: '1000000000x30',
      [`spate_disk_size_bytes${service}`]: '100000000000x30',
    },
  };
  assert.deepEqual(Object.keys(failures), await alertNames());
  const folder = await temporaryFolder(t);
  for (const [alert, series] of Object.entries(failures)) {
    const path = join(folder, `${alert}.yml`);
    const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
    const expression = `count(ALERTS{alertname="${alert}", alertstate="firing"})`;
    const expected = { expr: expression, eval_time: '20m', exp_samples: [{ labels: '{}', value: 1 }] };
    const document = {
      rule_files: [example('alerts.yml')],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: input, promql_expr_test: [expected] }],
    };
    await writeFile(path, JSON.stringify(document));
    await run('promtool', ['test', 'rules', path]).catch((error) => {
      throw new Error(`${alert}: ${error.stdout}${error.stderr}`);
    });
  }
});

test('the dashboard has units, the chosen data source and a layout without overlaps', async () => {
  const { panels, templating } = await readDashboard();
  assert.deepEqual(
    templating.list.map(({ name }: Json) => name),
    ['datasource', 'job', 'agents'],
  );
  const taken = new Map<string, string>();
  for (const { id, type, title, gridPos, datasource, fieldConfig, targets = [] } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.equal(taken.get(`${x} ${y}`), undefined, title);
        taken.set(`${x} ${y}`, title);
      }
    }
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    assert.equal(panels.filter((other: Json) => other.id === id).length, 1, title);
    if (type === 'row') continue;
    assert.equal(datasource.uid, `$\{datasource}`, title);
    assert.ok(fieldConfig.defaults.unit, title);
    assert.ok(targets.length > 0, title);
  }
});

test('Prometheus scrapes every series that the dashboard and the alerts name', { skip }, async (t) => {
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const service = await startService({ SPATE_METRICS_LISTEN: '127.0.0.1:0' }, { hasPublicUrl: true });
  t.after(() => service.close());
  const agent = await joinNode(t, service);
  const ofService = await listenerIn(() => service.log());
  const prometheus = await startWithExample(t, {
    spate: new URL(ofService).host,
    'spate-agents': new URL(agent.metricsUrl).host,
  });
  // The service reports the spool with the heartbeats of nodes, and Prometheus computes rates from two scrapes.
  const created = await createRun(service, {
    fields: { 'run[engine]': 'spate' },
    grids: [['uuid', agent.gridId]],
    files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '100', pauseMs: 100 }) },
  });
  await awaitStatus(service, created.uuid, 'finished');

  const scraped = new Set([
    ...metricNamesIn(await (await fetch(ofService)).text()),
    ...metricNamesIn(await (await fetch(agent.metricsUrl)).text()),
  ]);
  const panels = await dashboardExpressions();
  const { groups } = await prometheus.get('rules');
  const rules: Json[] = groups.flatMap((group: Json) => group.rules);
  const names = [...panels, ...rules.map(({ query }) => query)].flatMap(namesIn);
  assert.ok(new Set(names).size > 30, `${names.length} names`);
  for (const name of names) assert.ok(scraped.has(name), `${name} is not in the scrape`);

  for (const expression of panels) {
    await until(
      `Prometheus has a value for ${expression}`,
      async () => (await prometheus.get('query', { query: concrete(expression) })).result.length > 0,
      60_000,
      500,
    );
  }
  await until(
    'all rules are evaluated',
    async () => {
      const evaluated: Json = await prometheus.get('rules');
      return evaluated.groups
        .flatMap(({ rules: all }: Json) => all)
        .every((rule: Json) => rule.health === 'ok');
    },
    60_000,
  );
  await until(
    'Prometheus has the number of samples',
    async () => {
      const { result } = await prometheus.get('query', { query: 'sum(spate_ingest_samples_total)' });
      return result[0]?.value[1] === '100';
    },
    60_000,
  );
});

test('a service that is killed during a run sends one complete trace at its end', { skip }, async (t) => {
  const collector = await startCollector(t);
  const target = await startHeldTarget({ latencyMs: 10, allowed: 20 });
  t.after(() => target.stop());
  const endpoint = new URL('/', collector.url).href;
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, { postgres: 'own' });
  t.after(() => service.close());
  const created = await createRun(service, {
    fields: { 'run[engine]': 'spate' },
    files: { 'plan.jmx': plan({ port: target.port, path: '/a', loops: '40' }) },
  });
  await until('requests arrive', () => target.requestsTo('/a') >= 20);
  await service.kill();
  await service.start();
  target.allow('/a', Number.POSITIVE_INFINITY);
  const { verdict } = await awaitStatus(service, created.uuid, 'finished');
  // A busy machine makes a run doubtful.
  const others = verdict.doubts.filter((doubt: string) => !/% CPU for|generator was saturated/.test(doubt));
  assert.deepEqual(others, []);
  const pending = `select 1 from graphile_worker.jobs where task_identifier = 'run.trace'`;
  await until('the trace is sent', async () => (await sql(service, pending)).length === 0);

  assert.equal(collector.requests.length, 1);
  const spans = collector.requests[0]?.body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['run', 'waiting_for_nodes', 'waiting_for_turn', 'preparing', 'running', 'collecting'],
  );
  const [root, ...phases] = spans as [ReceivedSpan, ...ReceivedSpan[]];
  const durations = phases.map((span) => BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano));
  assert.equal(
    durations.reduce((sum, each) => sum + each, 0n),
    BigInt(root.endTimeUnixNano) - BigInt(root.startTimeUnixNano),
  );
  const attributes = Object.fromEntries(root.attributes.map(({ key, value }) => [key, value]));
  assert.deepEqual(attributes['spate.engine'], { stringValue: 'spate' });
  const isDoubtful = verdict.doubts.length > 0;
  assert.deepEqual(attributes['spate.run.outcome'], { stringValue: isDoubtful ? 'doubtful' : 'passed' });
  assert.deepEqual(attributes['spate.run.samples'], { intValue: 40 });
});

interface JoinedNode {
  gridId: string;
  metricsUrl: string;
}

/** A hosted grid with one agent that serves metrics. */
async function joinNode(t: TestContext, service: TestService): Promise<JoinedNode> {
  const folder = await temporaryFolder(t);
  const grid = await createHostedGrid(service);
  const { PATH, HOME, SPATE_CACHE_DIR } = process.env;
  const logPath = join(folder, 'agent.log');
  const log = await open(logPath, 'a');
  const agent = spawn(
    process.execPath,
    [
      testProgram('src/main.ts'),
      'agent',
      '--join',
      joinTokenIn(grid.join_command),
      '--dir',
      join(folder, 'node'),
    ],
    {
      env: {
        PATH,
        HOME,
        ...(SPATE_CACHE_DIR && { SPATE_CACHE_DIR }),
        ...inheritedVariables(),
        SPATE_METRICS_LISTEN: '127.0.0.1:0',
      },
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  await log.close();
  t.after(() => endProcess(agent));
  const metricsUrl = await listenerIn(() => readFile(logPath, 'utf8'));
  await until(
    'the grid is started',
    async () => (await service.json(`/grids/${grid.uuid}`)).status === 'started',
  );
  return { gridId: grid.uuid, metricsUrl };
}

/** The address in the last event `metrics.listening` of a log. */
async function listenerIn(readLog: () => Promise<string>): Promise<string> {
  return until(
    'metrics are served',
    async () => [...(await readLog()).matchAll(/"url":"(http:[^"]+\/metrics)"/g)].at(-1)?.[1],
  );
}

/** Prometheus with our example configuration, which scrapes these addresses by job. */
async function startWithExample(t: TestContext, targets: Record<string, string>) {
  let config = await readFile(example('prometheus.yml'), 'utf8');
  config = config.replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s');
  config = config.replace('- alerts.yml', `- ${example('alerts.yml')}`);
  for (const [job, host] of Object.entries(targets)) {
    const pattern = new RegExp(`(job_name: ${job}\\n[^#]*?targets: )\\[[^\\]]*\\]`);
    assert.match(config, pattern);
    config = config.replace(pattern, `$1['${host}']`);
  }
  return startPrometheus(t, config);
}

async function alertNames(): Promise<string[]> {
  const text = await readFile(example('alerts.yml'), 'utf8');
  return [...text.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
}

async function readDashboard(): Promise<Json> {
  return JSON.parse(await readFile(example('dashboard.json'), 'utf8'));
}

async function dashboardExpressions(): Promise<string[]> {
  const { panels } = await readDashboard();
  return panels.flatMap(({ targets = [] }: Json) => targets.map(({ expr }: Json) => expr));
}

/** Names of our metrics in a PromQL expression; Prometheus makes `up` and `ALERTS` itself. */
function namesIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:spate|process)_[a-z_]+/g)].map(([name]) => name);
}

/** As Grafana replaces the variables. */
function concrete(expression: string): string {
  return expression
    .replaceAll('$__rate_interval', '30s')
    .replaceAll('$job', 'spate')
    .replaceAll('$agents', 'spate-agents');
}
