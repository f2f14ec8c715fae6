import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsIn } from '../../test/support/metrics.ts';
import { until } from '../../test/support/until.ts';
import { type Log, silentLog } from '../lib/log.ts';
import { Scene } from './testing/scene.ts';

/** Resolves with the address in the event `metrics.listening`. */
function listenForAddress(): { log: Log; url: Promise<string> } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const info = (fields: { url: string }, event: string) => {
    if (event === 'metrics.listening') resolve(fields.url);
  };
  return { log: Object.assign(Object.create(silentLog), { info }), url: promise };
}

test('serves connection, executions, spool and frames of a node', async (t) => {
  const scene = await Scene.begin(t);
  const { log, url } = listenForAddress();
  const agent = scene.startAgent({ metricsListen: '127.0.0.1:0', log });
  const metrics = async () => metricsIn(await (await fetch(await url)).text());
  await until('it is connected', async () => (await metrics()).get('spate_agent_connected') === 1);
  const idle = await metrics();
  assert.equal(idle.get('spate_agent_spool_files'), 0);
  assert.equal(idle.get('spate_agent_executions{state="running"}'), 0);
  const disk = [idle.get('spate_disk_free_bytes') ?? 0, idle.get('spate_disk_size_bytes') ?? 0] as const;
  assert.ok(disk[0] > 0 && disk[0] < disk[1], disk.join(' of '));
  assert.ok((idle.get('process_cpu_seconds_total') ?? 0) > 0);

  const id = scene.addExecution({ samples: 600, perSecond: 300 });
  await until(
    'it is ready',
    async () => (await metrics()).get('spate_agent_executions{state="ready"}') === 1,
  );
  scene.service.want(id, 'run', scene.service.nowMs() + 200);
  await until(
    'it is delivered',
    async () => (await metrics()).get('spate_agent_executions{state="delivered"}') === 1,
  );
  const ended = await metrics();
  assert.equal(ended.get('spate_agent_frames_waiting'), 0);
  assert.equal(ended.get('spate_agent_frames_sent_total'), scene.service.contiguousSeq(id));
  assert.equal(ended.get('spate_agent_spool_files'), 1);
  assert.ok((ended.get('spate_agent_spool_bytes') ?? 0) > 0);
  await until('heartbeats report the spool', () =>
    scene.service.vitals.some((vitals) => vitals.spoolBytes === ended.get('spate_agent_spool_bytes')),
  );
  agent.leave();
  await agent.exitCode;
  await assert.rejects(fetch(await url));
});
