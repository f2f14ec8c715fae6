import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../support/database.ts';
import { engines } from '../support/engines.ts';
import type { Cluster } from '../support/kubernetes/cluster.ts';
import { countOnPods, podGrid, runOnPods, startGridService } from '../support/kubernetes/grid-service.ts';
import { needs } from '../support/needs.ts';
import type { PlanOptions } from '../support/plan.ts';
import { awaitStatus } from '../support/run.ts';
import type { Json, TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const reportedMs = 15_000;

test('grids run on Kubernetes', {
  skip: needs(
    ...(['buildah', 'bubblewrap', 'go', 'iproute', 'iptables', 'java', 'libseccomp', 'maven'] as const),
    ...(['mmdebstrap', 'pkgConfig'] as const),
  ),
  timeout: 90 * 60_000,
}, async (t) => {
  const { cluster, service, target } = await startGridService(t);
  const requests = () => Object.values(target.counts()).reduce((sum, page) => sum + page.requests, 0);
  const run = (options: Partial<PlanOptions>, engine = 'spate') => runOnPods(service, options, engine);

  for (const engine of engines)
    await t.test(`two pods run a plan on ${engine}, and no sample is lost`, async () => {
      const before = requests();
      const created = await run({ loops: '100' }, engine);
      const [grid] = created._embedded.grids;
      assert.equal(grid.origin, 'The Kubernetes cluster test');
      const finished = await awaitStatus(service, created.uuid, 'finished');
      assert.equal(finished.remote_errors, null);
      assert.equal(requests() - before, 200);
      const all = { series: 200, report: 200, csv: 200, frames: 200 };
      assert.deepEqual(await countOnPods(service, finished), all);
      await endGrid(service, cluster, grid.uuid);
    });

  await t.test(
    'uploaded code reads neither the credential of its node nor a token of Kubernetes',
    async () => {
      const created = await runOnPods(service, { loops: '1' }, 'apache', readingPlan);
      const [grid] = created._embedded.grids;
      const [pod] = await until('the pods run', async () => {
        const running = await runningPods(cluster, grid.uuid);
        return running.length === 2 ? running : undefined;
      });
      await until('the node has joined', async () =>
        cluster.kubectl('exec', pod ?? '', '--', 'ls', ...secretFiles.slice(0, 2)).catch(() => undefined),
      );
      const finished = await awaitStatus(service, created.uuid, 'finished');
      const report = await service.json(`/runs/${finished.uuid}/report`);
      assert.deepEqual(
        report.labels.map(({ label }: Json) => label),
        ['readable: none'],
      );
      const mounted = await cluster.kubectl(
        'exec',
        pod ?? '',
        '--',
        'sh',
        '-c',
        `ls ${accountFolder} 2>&1 || true`,
      );
      assert.match(mounted, /No such file/);
      await endGrid(service, cluster, grid.uuid);
    },
  );

  await t.test(
    'a pod that is deleted during a run delivers what it measured, and the run states why',
    async () => {
      const before = requests();
      const created = await run({ loops: '-1', duration: '60', pauseMs: 50 });
      await awaitStatus(service, created.uuid, 'running');
      const [grid] = created._embedded.grids;
      const [pod = '', other] = await runningPods(cluster, grid.uuid);
      await until('requests arrive', () => requests() > before + 20);
      await cluster.kubectl('delete', 'pod', pod, '--wait=false');
      const stated = await until(
        'the reason is stated',
        async () => (await service.json(`/runs/${created.uuid}`)).remote_errors,
        reportedMs,
        100,
      );
      assert.match(stated[0], new RegExp(`^Node \\d of grid .*: Pod ${pod} was deleted\\.$`));
      const problems = (await service.json(`/grids/${grid.uuid}`)).problems;
      assert.match(problems.join(' '), new RegExp(`Pod ${pod} was deleted`));
      const finished = await awaitStatus(service, created.uuid, 'finished');
      assert.deepEqual(finished.remote_errors, stated);
      const report = await service.json(`/runs/${created.uuid}/report`);
      assert.equal(report.total.passed + report.total.failed, requests() - before);
      const replaced = await until('the pod is replaced', async () => {
        const names = await runningPods(cluster, grid.uuid);
        return names.length === 2 && names.includes(other ?? '') && !names.includes(pod) ? names : undefined;
      });
      await until('the new pod has joined', async () =>
        (await service.json(`/grids/${grid.uuid}`)).nodes.every(
          ({ health, hostname }: Json) => health === 'healthy' && replaced.includes(hostname),
        ),
      );
      await endGrid(service, cluster, grid.uuid);
    },
  );

  await t.test('a run continues while the API server is down for 30 s', async () => {
    const before = requests();
    const created = await run({ loops: '-1', duration: '60', pauseMs: 50 });
    await awaitStatus(service, created.uuid, 'running');
    await cluster.stopApiServer();
    await sleep(30_000);
    const [grid] = created._embedded.grids;
    assert.match(
      (await service.json(`/grids/${grid.uuid}`)).problems.join(),
      /context test does not respond/,
    );
    await cluster.startApiServer();
    const finished = await awaitStatus(service, created.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    const report = await service.json(`/runs/${created.uuid}/report`);
    assert.equal(report.total.passed + report.total.failed, requests() - before);
    const recovered = async () => (await service.json(`/grids/${grid.uuid}`)).problems.length === 0;
    await until('the problem is over', recovered, 60_000, 500);
    await endGrid(service, cluster, grid.uuid);
  });

  await t.test('a run continues while the service is killed', async () => {
    const before = requests();
    const created = await run({ loops: '-1', duration: '40', pauseMs: 50 });
    await awaitStatus(service, created.uuid, 'running');
    await until('requests arrive', () => requests() > before + 20);
    await service.kill();
    const atKill = requests();
    await until('requests arrive without the service', () => requests() > atKill + 100);
    await service.start();
    const finished = await awaitStatus(service, created.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    const report = await service.json(`/runs/${created.uuid}/report`);
    assert.equal(report.total.passed + report.total.failed, requests() - before);
    await endGrid(service, cluster, created._embedded.grids[0].uuid);
  });

  await t.test('pods end at stop_after while the service is dead', async () => {
    const body = new URLSearchParams(
      [...podGrid, ['stop_after', '1']].map(([name, value]) => [`grid[${name}]`, value] as [string, string]),
    );
    const grid = await service.json('/grids', { method: 'POST', body });
    await until(
      'the grid is started',
      async () => (await service.json(`/grids/${grid.uuid}`)).status === 'started',
    );
    await service.kill();
    const ended = async () => (await runningPods(cluster, grid.uuid)).length === 0;
    // After stop_after they have five minutes to deliver.
    await until('all pods have ended', ended, 600_000, 1000);
    await service.start();
    await until('nothing is left', async () => (await objectsOf(cluster, grid.uuid)) === '', 120_000, 500);
    await until(
      'the grid has ended',
      async () => (await service.json(`/grids/${grid.uuid}`)).status === 'invoiced',
    );
    const [row] = await sql(service, `select problems from grids where id = $1`, [grid.uuid]);
    assert.deepEqual(row, { problems: [] });
  });
});

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
const secretFiles = [
  '/run/secrets/join-token',
  '/var/lib/spate/node/identity.json',
  `${accountFolder}/token`,
];

/** A plan whose only sample has the files that it can read in its label. */
function readingPlan(): string {
  const files = secretFiles.map((path) => `'${path}'`).join(', ');
  const script = `def found = [${files}].findAll { new File(it).canRead() }; SampleResult.setSampleLabel('readable: ' + (found.join(' ') ?: 'none'))`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan"/>
    <hashTree>
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users">
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController">
          <boolProp name="LoopController.continue_forever">false</boolProp>
          <stringProp name="LoopController.loops">1</stringProp>
        </elementProp>
        <stringProp name="ThreadGroup.num_threads">1</stringProp>
      </ThreadGroup>
      <hashTree>
        <JSR223Sampler guiclass="TestBeanGUI" testclass="JSR223Sampler" testname="read">
          <stringProp name="scriptLanguage">groovy</stringProp>
          <stringProp name="script">${script}</stringProp>
        </JSR223Sampler>
        <hashTree/>
      </hashTree>
    </hashTree>
  </hashTree>
</jmeterTestPlan>`;
}

async function runningPods(cluster: Cluster, gridId: string): Promise<string[]> {
  // One line: only the last lines of a command are kept.
  const path = `/api/v1/namespaces/default/pods?labelSelector=${encodeURIComponent(`spate/grid=${gridId}`)}`;
  const found = await cluster.kubectl('get', '--raw', path);
  return JSON.parse(found)
    .items.filter(({ status, metadata }: Json) => status.phase === 'Running' && !metadata.deletionTimestamp)
    .map(({ metadata }: Json) => metadata.name);
}

async function objectsOf(cluster: Cluster, gridId: string): Promise<string> {
  const found = await cluster.kubectl(
    'get',
    'jobs,secrets,pods',
    `--selector=spate/grid=${gridId}`,
    '--output=name',
  );
  return found
    .split('\n')
    .filter((line) => line.includes('/'))
    .join();
}

async function endGrid(service: TestService, cluster: Cluster, gridId: string): Promise<void> {
  await service.json(`/grids/${gridId}`, { method: 'DELETE' });
  await until(
    'nothing of the grid is left',
    async () => (await objectsOf(cluster, gridId)) === '',
    120_000,
    500,
  );
}
