import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReceivedSpan, startCollector } from '../../test/support/collector.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { traceRunJob } from '../domain/jobs.ts';
import type { Database } from '../store/database.ts';
import { findRun } from '../store/runs.ts';
import { createOtlpExporter } from '../telemetry/otlp-exporter.ts';
import { advanceRun } from './advance-run.ts';
import { traceRun } from './trace-run.ts';

const postgres = withDatabase();

/** A run that goes through all phases with two nodes. */
async function runToEnd(database: Database, context: Parameters<typeof advanceRun>[0]): Promise<string> {
  const { runId } = await insertRunRows(database, { nodesPerGrid: 2 });
  await database.query(`update nodes set joined_at = now(), last_seen_at = now()`);
  await database.query(`delete from executions`);
  await database.query(`update runs set phase = 'waiting_for_nodes' where id = $1`, [runId]);
  await advanceRun(context, runId);
  await database.query(`update executions set state = 'ready'`);
  await advanceRun(context, runId);
  await database.query(`update runs set stop_requested_at = now()`);
  await advanceRun(context, runId);
  await database.query(`update executions set state = 'ended'`);
  await advanceRun(context, runId);
  await database.query(`update executions set state = 'delivered'`);
  await advanceRun(context, runId);
  return runId;
}

async function pendingTraces(database: Database): Promise<string[]> {
  const jobs = await database.query<{ key: string }>(
    'select key from graphile_worker.jobs where task_identifier = $1',
    [traceRunJob.name],
  );
  return jobs.map(({ key }) => key);
}

test('sends one trace for a finished run, with a span for each phase', async (t) => {
  const collector = await startCollector(t);
  const exporter = createOtlpExporter({ url: collector.url, version: '1.2.3' });
  t.after(() => exporter.close());
  const database = await postgres.fresh();
  const context = await runContextFor(t, database, { exportSpans: exporter.exportSpans });
  const runId = await runToEnd(database, context);
  assert.deepEqual(await pendingTraces(database), [traceRunJob.key({ runId })]);

  await traceRun(context, runId);
  const [request] = collector.requests;
  assert.equal(request?.path, '/v1/traces');
  const [{ resource, scopeSpans } = { resource: { attributes: [] }, scopeSpans: [] }] =
    request.body.resourceSpans;
  const named = Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value.stringValue]));
  assert.equal(named['service.name'], 'spate');
  assert.equal(named['service.version'], '1.2.3');

  const spans = scopeSpans.flatMap((scope) => scope.spans);
  const names = spans.map(({ name }) => name);
  assert.deepEqual(names, [
    'run',
    'waiting_for_nodes',
    'waiting_for_turn',
    'preparing',
    'running',
    'stopping',
    'collecting',
  ]);
  const [root, ...phases] = spans as [ReceivedSpan, ...ReceivedSpan[]];
  assert.equal(root.parentSpanId, undefined);
  assert.match(root.traceId, /^[0-9a-f]{32}$/);
  assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length);
  for (const [index, span] of phases.entries()) {
    assert.deepEqual([span.traceId, span.parentSpanId], [root.traceId, root.spanId], span.name);
    // No gaps from the creation to the end of the run.
    const begin = index === 0 ? root.startTimeUnixNano : phases[index - 1]?.endTimeUnixNano;
    assert.equal(span.startTimeUnixNano, begin, span.name);
  }
  assert.equal(phases.at(-1)?.endTimeUnixNano, root.endTimeUnixNano);
  const run = await findRun(database, runId);
  assert.equal(BigInt(root.startTimeUnixNano), BigInt(run?.createdAt.getTime() ?? 0) * 1_000_000n);
  assert.equal(BigInt(root.endTimeUnixNano), BigInt(run?.stoppedAt?.getTime() ?? 0) * 1_000_000n);

  const attributes = Object.fromEntries(root.attributes.map(({ key, value }) => [key, value]));
  assert.deepEqual(attributes['spate.run.id'], { stringValue: runId });
  assert.deepEqual(attributes['spate.tool'], { stringValue: 'jmeter' });
  assert.deepEqual(attributes['spate.grids'], { arrayValue: { values: [{ stringValue: 'a grid' }] } });
  assert.deepEqual(attributes['spate.nodes'], { intValue: 2 });
  assert.deepEqual(attributes['spate.run.outcome'], { stringValue: 'broken' });
  assert.equal(root.status.code, 2);
  assert.deepEqual(root.events.map(({ name }) => name).toSorted(), [
    'load.ended',
    'load.started',
    'stop.requested',
  ]);

  // A job that is repeated after a crash sends the same spans.
  await traceRun(context, runId);
  assert.deepEqual(collector.requests[1]?.body, request.body);
});

test('retries a trace that the collector does not accept, for an hour', async (t) => {
  const collector = await startCollector(t);
  collector.status = 400;
  const exporter = createOtlpExporter({ url: collector.url, version: '1' });
  t.after(() => exporter.close());
  const database = await postgres.fresh();
  const context = await runContextFor(t, database, { exportSpans: exporter.exportSpans });
  const runId = await runToEnd(database, context);
  await assert.rejects(traceRun(context, runId), /Sending spans to 127\.0\.0\.1:\d+ failed: /);
  await database.query(`update runs set stopped_at = now() - interval '61 minutes' where id = $1`, [runId]);
  await traceRun(context, runId);
  assert.equal(collector.requests.length, 2);
});

test('schedules no trace without an endpoint, and drops one that is pending', async (t) => {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const runId = await runToEnd(database, context);
  assert.deepEqual(await pendingTraces(database), []);
  await traceRun(context, runId);
});
