import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { runnableTools } from '../../src/tools/tools.ts';
import { BareMachine, outputOf } from '../support/bare-machine.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { releaseVariable } from '../support/programs.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { type Json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const patienceMs = 10 * 60_000;

test('a machine with nothing but curl joins by one line, runs a load test, and takes the version of the service', {
  skip: needs('mmdebstrap'),
  timeout: 2 * patienceMs,
}, async (t) => {
  const release = process.env[releaseVariable];
  assert.ok(release, 'Start this test with npm run test:full.');
  const [machine, target, service] = await Promise.all([
    BareMachine.make(t),
    startTarget(steadyPages),
    startService({}, { hasPublicUrl: true }),
  ]);
  t.after(() => target.stop());
  t.after(() => service.close());
  const { version } = JSON.parse(await readFile(join(release, 'package.json'), 'utf8'));
  const { uuid } = await createHostedGrid(service);
  const grid = () => service.json(`/grids/${uuid}`);
  const { join_command: command } = await grid();

  const wrong = await machine.run(command.replace(/sha256\/\/.{8}/, 'sha256//AAAAAAAA'));
  assert.match(wrong.output, /SSL: public key does not match pinned public key/);

  const node = machine.start(command);
  const output = outputOf(node);
  const ended = once(node, 'exit');
  const joined = async (wanted: string) => {
    await until(
      `a node of version ${wanted}`,
      async () => {
        if (node.exitCode !== null) throw new Error(`The node ended:\n${output()}`);
        const { nodes } = await grid();
        return nodes.some((each: Json) => each.agent_version === wanted && each.state === 'running');
      },
      patienceMs,
    );
  };
  await joined(version);
  const { tools } = await grid();
  assert.ok(tools.some((tool: Json) => tool.tool === 'jmeter' && tool.available));

  const runPlan = async () => {
    const run = await createRun(service, {
      grids: [['uuid', uuid]],
      files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '50' }) },
    });
    const finished = await awaitStatus(service, run.uuid, 'finished', patienceMs);
    assert.equal(finished.remote_errors, null);
    assert.deepEqual(await countEverywhere(service, finished), {
      series: 50,
      report: 50,
      csv: 50,
      frames: 50,
    });
  };
  await runPlan();

  // The service comes back with another version.
  await service.leave();
  const next = join(await temporaryFolder(t), 'release');
  await cp(release, next, { recursive: true, verbatimSymlinks: true });
  const manifest = JSON.parse(await readFile(join(next, 'package.json'), 'utf8'));
  await writeFile(join(next, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
  process.env[releaseVariable] = next;
  t.after(() => {
    process.env[releaseVariable] = release;
  });
  await service.start();
  await joined('99.0.0');
  await runPlan();

  await service.json(`/grids/${uuid}`, { method: 'DELETE' });
  assert.deepEqual((await ended)[0], 0, output());
});

test('with --install, a machine with nothing but curl gets what all tools need', {
  skip: needs('mmdebstrap'),
  timeout: 3 * patienceMs,
}, async (t) => {
  const [machine, service] = await Promise.all([
    BareMachine.make(t),
    startService({}, { hasPublicUrl: true }),
  ]);
  t.after(() => service.close());
  const { uuid, join_command: command } = await createHostedGrid(service);
  const node = machine.start(`${command} -s -- --install`);
  const output = outputOf(node);
  const available = async () => {
    const { tools } = await service.json(`/grids/${uuid}`);
    return tools.filter((tool: Json) => tool.available).map((tool: Json) => tool.tool);
  };
  await until(
    'the node has tools',
    async () => {
      if (node.exitCode !== null) throw new Error(`The node ended:\n${output()}`);
      return (await available()).length > 0;
    },
    2 * patienceMs,
  );
  // Debian has no driver of its Firefox; geckodriver is compiled where there is a Rust compiler.
  const wanted = runnableTools.filter((tool) => tool !== 'java-selenium-firefox');
  assert.deepEqual(
    (await available()).filter((tool: string) => tool !== 'java-selenium-firefox').sort(),
    [...wanted].sort(),
    output(),
  );
});
