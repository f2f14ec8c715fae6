import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { runnableTools } from '../../src/tools/tools.ts';
import { sql } from '../support/database.ts';
import { enginesOfSuite, needsOfEngine } from '../support/engines.ts';
import { needsOf } from '../support/needs.ts';
import { notTested } from '../support/not-tested.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun, demandGrid } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';
import { isFullSuite } from '../support/suite.ts';
import { toolScripts } from '../support/tool-scripts.ts';
import { until } from '../support/until.ts';

// A run always ends at its duration plus the grace, whatever the target or the script does.
const graceS = 6;
const stopGraceS = 4;
const stage = useStage(
  false,
  {
    SPATE_DURATION_GRACE_S: String(graceS),
    SPATE_STOP_GRACE_S: String(stopGraceS),
    SPATE_EXECUTION_MEMORY_MB: '2048',
  },
  { postgres: 'own' },
);

/** Answers only the first requests; counts all. */
async function startHangingTarget(t: TestContext, answers: number) {
  const counts = { answered: 0, hanging: 0 };
  const server = createServer((_, response) => {
    if (counts.answered < answers) {
      counts.answered += 1;
      response.end('hello');
    } else {
      counts.hanging += 1;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, counts };
}

async function assertCounted(run: Json, expected: number): Promise<void> {
  assert.deepEqual(await countEverywhere(stage.service, run), {
    series: expected,
    report: expected,
    csv: expected,
    frames: expected,
  });
  const { reconciliation } = await stage.service.json(`/runs/${run.uuid}/report`);
  assert.deepEqual(reconciliation.explanations, []);
  assert.equal(reconciliation.produced, expected);
}

for (const engine of enginesOfSuite) {
  const skip = needsOfEngine(engine);
  // On a busy machine the first requests take an engine seconds, and a JVM more.
  const durationS = engine === 'apache' ? 20 : 8;

  test(`${engine}: a target that stops responding does not block the end of the run`, { skip }, async (t) => {
    const target = await startHangingTarget(t, 20);
    const run = await createRun(stage.service, {
      fields: { 'run[engine]': engine, 'run[duration]': String(durationS), 'run[threads]': '5' },
      files: { 'plan.jmx': plan({ port: target.port, loops: '-1', duration: '${__P(duration)}' }) },
    });
    const finished = await awaitStatus(stage.service, run.uuid, 'finished');
    assert.equal(target.counts.hanging, 5);
    const timeout = new RegExp(`Timed out after ${durationS + 2} s: .* its duration of ${durationS} s`);
    assert.match(finished.remote_errors.join(' '), timeout);
    assert.match(finished.warnings.join(' '), /5 requests in flight, oldest \d+ s, when the run was stopped/);
    await assertCounted(finished, 20);
    const { duration } = await stage.service.json(`/runs/${run.uuid}/report`);
    assert.ok(
      duration >= durationS + 2 && duration < durationS + 60,
      `${duration} s, from the start to the end of the load`,
    );
  });
}

test('a run whose deadline passes while the service is down ends when it is back, with the reason', async (t) => {
  const target = await startHangingTarget(t, 3);
  const run = await createRun(stage.service, {
    fields: { 'run[engine]': 'spate', 'run[duration]': '600', 'run[threads]': '3' },
    files: { 'plan.jmx': plan({ port: target.port, loops: '-1' }) },
  });
  await until('the progress tells of the requests', async () =>
    /^running: 3 requests in flight, oldest \d+ s$/.test(
      (await stage.service.json(`/runs/${run.uuid}`)).progress,
    ),
  );
  assert.equal(target.counts.hanging, 3);
  await stage.service.kill();
  await sql(
    stage.service,
    `update runs set start_at = start_at - interval '602 s', phase_at = phase_at - interval '602 s' where id = $1`,
    [run.uuid],
  );
  await stage.service.start();
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.match(
    finished.remote_errors.join(' '),
    /Timed out after 602 s: .* its duration of 600 s .* 3 requests in flight, oldest \d+ s\./,
  );
  await assertCounted(finished, 3);
});

test('an abort rule ends a run whose target is down, also after a restart of the service', async () => {
  const rule = 'errors > 90% for 3s';
  const run = await createRun(stage.service, {
    fields: { 'run[engine]': 'spate', 'run[threads]': '2', 'run[abort_if][]': rule },
    files: { 'plan.jmx': plan({ port: 9, loops: '-1', pauseMs: 200 }) },
  });
  await awaitStatus(stage.service, run.uuid, 'running');
  await stage.service.kill();
  await stage.service.start();
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.equal(finished.aborted.rule, rule);
  assert.deepEqual([finished.passed, finished.remote_errors], [false, null]);
  assert.equal(finished.verdict.word, 'failed');
  assert.match(
    finished.verdict.sentence,
    /^Failed, aborted after .* by the rule errors > 90% for 3s \(100 % in the last second\)\. \d+ samples/,
  );
  const { report } = await countEverywhere(stage.service, finished);
  await assertCounted(finished, report);
});

test('creating a run warns about a grid that stops before the run can end', async () => {
  const grids = demandGrid(1).map(([name, value]): [string, string] => [
    name,
    name === 'stop_after' ? '1' : value,
  ]);
  const run = await createRun(stage.service, {
    fields: { 'run[duration]': '60' },
    grids,
    files: { 'plan.jmx': plan({ port: stage.target.port }) },
  });
  assert.match(run.warnings.join(' '), /The grid stops 1 min after its start \(stop_after\)/);
  await stage.service.json(`/runs/${run.uuid}/stop`);
});

/** The service ends runs of all tools in the same way: the tests above prove it, the full suite tests each tool. */
const otherTools = runnableTools.filter((tool) => isFullSuite() && tool !== 'jmeter');
if (otherTools.length === 0)
  notTested('an endless script of another tool than JMeter ends at duration plus grace');

for (const tool of otherTools) {
  const skip = needsOf(tool);

  test(`${tool}: an endless script ends at duration plus grace`, { skip }, async () => {
    const run = await createRun(stage.service, {
      fields: { 'run[tool]': tool, 'run[threads]': '1', 'run[duration]': '3' },
      files: toolScripts[tool]({ port: stage.target.port, path: '/', visits: 1_000_000 }),
    });
    const finished = await awaitStatus(stage.service, run.uuid, 'finished');
    const lastedS = (Date.parse(finished.stopped) - Date.parse(finished.started)) / 1000;
    assert.ok(lastedS < 3 + graceS + 30, `${lastedS} s`);
    const { report } = await countEverywhere(stage.service, finished);
    await assertCounted(finished, report);
  });
}
