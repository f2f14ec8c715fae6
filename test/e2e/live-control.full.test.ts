import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { plan } from '../support/plan.ts';
import { nodeAgent, processesBelow } from '../support/processes.ts';
import { awaitStatus, countEverywhere, createRun, demandGrid } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';
import { until } from '../support/until.ts';

const stage = useStage(false, {}, { postgres: 'own' });
const path = '/cart';

const forever = () =>
  plan({ port: stage.target.port, path, threads: '2', loops: '-1', pauseMs: 50, duration: '600' });

async function control(
  runId: string,
  change: Record<string, string>,
): Promise<{ status: number; body: Json }> {
  const fields = Object.entries(change).map(([name, value]) => [`control[${name}]`, value]);
  const answer = await stage.service.fetch(`/runs/${runId}/control`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

/** The virtual users of all nodes in the latest seconds. */
const users = (runId: string, expected: number) =>
  until(`${expected} users`, async () => {
    const view = await stage.service.json(`/runs/${runId}/view`).catch(() => undefined);
    return Math.abs((view?.recent?.users ?? 0) - expected) < 0.5;
  });

/** Resolves with the number of requests when none arrived for a while. */
const untilQuiet = () =>
  until('no more requests', async () => {
    const before = stage.requestsTo(path);
    await sleep(1000);
    return stage.requestsTo(path) === before ? before : undefined;
  });

test('a running run gets more and fewer users, pauses and resumes on all nodes, also after restarts', async () => {
  const files = { 'plan.jmx': forever() };
  const { uuid } = await createRun(stage.service, { files, grids: demandGrid(2) });
  await users(uuid, 4);
  const more = await control(uuid, { users: '5' });
  assert.deepEqual([more.status, more.body.live_control], [200, { users: 5, paused: false }]);
  await users(uuid, 10);

  const agents = processesBelow(stage.service.dataDir, nodeAgent);
  for (const pid of agents) sendSignal(pid, 'SIGKILL');
  await stage.service.kill();
  await stage.service.start();
  await users(uuid, 10);

  assert.equal((await control(uuid, { paused: 'true' })).status, 200);
  const paused = await untilQuiet();
  assert.equal((await control(uuid, { paused: 'false', users: '1' })).status, 200);
  await until('more requests', () => stage.requestsTo(path) > paused + 20);
  await users(uuid, 2);

  await stage.service.json(`/runs/${uuid}/stop`);
  const finished = await awaitStatus(stage.service, uuid, 'finished');
  const counts = await countEverywhere(stage.service, finished);
  for (const count of Object.values(counts)) assert.equal(count, stage.requestsTo(path));
  const { annotations } = (await stage.service.json(`/runs/${uuid}/annotations`))._embedded;
  assert.deepEqual(
    annotations.map(({ text }: Json) => text),
    ['Virtual users per node: 5', 'Paused', 'Virtual users per node: 1. Resumed'],
  );
  const late = await control(uuid, { users: '7' });
  assert.equal(late.status, 409);
  assert.match(JSON.stringify(late.body), /has finished. Only a running run can be controlled/);
});

test('a plan with several thread groups is refused more users, with the reason', async () => {
  const content = forever();
  const [group = ''] =
    /<ThreadGroup [\s\S]*<\/hashTree>\s*<\/hashTree>(?=\s*<\/hashTree>\s*<\/hashTree>)/.exec(content) ?? [];
  assert.notEqual(group, '');
  const files = { 'plan.jmx': content.replace(group, `${group}${group}`) };
  const { uuid } = await createRun(stage.service, { files });
  await until('it runs', async () => (await stage.service.json(`/runs/${uuid}`)).phase === 'running');
  const { status, body } = await control(uuid, { users: '5' });
  assert.equal(status, 422);
  assert.match(JSON.stringify(body), /The plan has 2 thread groups/);
  await stage.service.json(`/runs/${uuid}/stop`);
});
