import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { available, runContextFor } from '../../test/support/run-context.ts';
import type { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { type ToolName, toolNames } from '../domain/tool.ts';
import { usersThatFit } from '../domain/tool-capacity.ts';
import { onThisMachine } from '../grids/placement.ts';
import { findGrid } from '../store/grids.ts';
import type { FileCheck } from './check-files.ts';
import { checkMachines, type SettledChoice } from './check-machines.ts';

const postgres = withDatabase();
const gib = 2 ** 30;

const nodeInfo: NodeInfo = {
  hostname: 'carrier',
  ip: '127.0.0.1',
  privateIp: '127.0.0.1',
  agentVersion: '0.0.9',
  cores: 2,
  memoryBytes: 8 * gib,
  executionMemoryBytes: 4 * gib,
  sandbox: 'none',
  tools: toolNames.map((tool) => available(tool)),
};

const newLocalGrid: SettledChoice = {
  kind: 'new',
  spec: {
    region: 'here',
    infrastructure: 'demand',
    instanceQuantity: 1,
    instanceType: 'local',
    stopAfterMin: 60,
    credentialId: null,
    cloud: {},
  },
  placement: onThisMachine,
};

/** A grid of joined nodes with this node info. */
async function joinedGrid(t: TestContext, ...infos: (NodeInfo | null)[]) {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database, { nodesPerGrid: infos.length });
  for (const [index, info] of infos.entries()) {
    await database.query('update nodes set info = $1 where id = $2', [
      info && JSON.stringify(info),
      executions[index]?.nodeId,
    ]);
  }
  const gridId = executions[0]?.gridId ?? '';
  await database.query("update grids set provider = 'joined' where id = $1", [gridId]);
  const grid = await findGrid(database, gridId);
  if (!grid) throw new Error('no grid');
  const context = await runContextFor(t, database);
  return (tool: ToolName, threads: number | null, check: Partial<FileCheck> = {}) =>
    checkMachines(context, { tool, threads, engine: null, engineReasons: [], ...check }, [
      { kind: 'existing', grid },
    ]);
}

const refusal = (code: string, field: string, message: RegExp) => (error: AppError) => {
  assert.equal(error.code, code);
  assert.equal(error.details[0]?.field, field);
  assert.match(error.message, message);
  return true;
};

test('accepts every tool that all nodes have', async (t) => {
  const check = await joinedGrid(t, nodeInfo, nodeInfo);
  for (const tool of toolNames) await check(tool, 1);
});

test('rejects a tool that one of two nodes lacks, with its installation hint', async (t) => {
  for (const tool of toolNames) {
    const lacking = { tool, isAvailable: false, version: null, missing: ['No browser.', 'Install one.'] };
    const tools = nodeInfo.tools.map((each) => (each.tool === tool ? lacking : each));
    const check = await joinedGrid(t, nodeInfo, { ...nodeInfo, tools });
    await assert.rejects(
      check(tool, 1),
      refusal(
        'tool_unavailable',
        'run[tool]',
        /^Node 1 \(carrier\) cannot run .*: No browser\. Install one\.$/,
      ),
    );
  }
});

test('rejects a tool that the agent of a node does not know', async (t) => {
  const check = await joinedGrid(t, { ...nodeInfo, tools: [available('jmeter')] });
  await check('jmeter', 1);
  await assert.rejects(
    check('gatling', 1),
    refusal('tool_unavailable', 'run[tool]', /Its agent \(version 0\.0\.9\) does not support this tool/),
  );
});

test('requires Java only for Apache JMeter, and reports what to install', async (t) => {
  const lacking = {
    ...available('jmeter'),
    missing: ['No Java.', 'Install one.'],
    engines: ['spate' as const],
  };
  const check = await joinedGrid(t, nodeInfo, { ...nodeInfo, tools: [lacking] });
  await check('jmeter', 1, { engine: 'spate' });
  await assert.rejects(
    check('jmeter', 1, { engine: 'apache' }),
    refusal(
      'tool_unavailable',
      'run[engine]',
      /^Node 1 \(carrier\) cannot run Apache JMeter: No Java\. Install one\.$/,
    ),
  );
  const reason = { element: '__groovy', place: 'Plan > Users > Home', reason: 'It is Groovy.' };
  await assert.rejects(
    check('jmeter', 1, { engine: 'apache', engineReasons: [reason] }),
    /No Java\. Install one\. This plan requires it\. Plan > Users > Home: It is Groovy\.$/,
  );
  // Scripts that run in a JVM beside Spate's engine.
  await assert.rejects(
    check('jmeter', 1, { engine: 'spate', engineReasons: [reason] }),
    /^AppError: Node 1 \(carrier\) cannot run the scripts of this plan: No Java\. Install one\. This plan requires it\./,
  );
});

test('does not check machines that have not joined yet', async (t) => {
  const check = await joinedGrid(t, null);
  await check('java-selenium-chrome', 10_000);
});

test('rejects more threads than fit into the memory of a node, with the maximum', async (t) => {
  const check = await joinedGrid(t, nodeInfo, { ...nodeInfo, executionMemoryBytes: 2 * gib });
  const most = usersThatFit('java-selenium-chrome', 2 * gib);
  assert.ok(most > 0);
  await check('java-selenium-chrome', most);
  const sentence = `^Node 1 \\(carrier\\) can run at most ${most} threads of java-selenium-chrome in the 2048 MiB .* requests ${most + 1} per node\\. Use ${most} threads on more nodes`;
  await assert.rejects(
    check('java-selenium-chrome', most + 1),
    refusal('over_capacity', 'run[threads]', new RegExp(sentence)),
  );
  await check('jmeter', 100_000);
});

test('assumes half of the memory for an agent that reports no execution limit', async (t) => {
  const { executionMemoryBytes, ...older } = nodeInfo;
  assert.equal(executionMemoryBytes, 4 * gib);
  const check = await joinedGrid(t, older);
  const most = usersThatFit('java-selenium-chrome', 4 * gib);
  await check('java-selenium-chrome', most);
  await assert.rejects(
    check('java-selenium-chrome', most + 1),
    new RegExp(`can run at most ${most} threads`),
  );
});

test('rejects a node without memory for one thread, even without run[threads]', async (t) => {
  const check = await joinedGrid(t, { ...nodeInfo, executionMemoryBytes: gib / 32 });
  await assert.rejects(
    check('java-selenium-firefox', null),
    refusal('over_capacity', 'run[threads]', /cannot run a single thread of java-selenium-firefox/),
  );
});

test('checks a new local grid against this machine and its execution memory', async (t) => {
  const missing = [{ tool: 'gatling' as const, isAvailable: false, version: null, missing: ['No Java.'] }];
  const context = await runContextFor(t, await postgres.fresh(), {
    localTools: [available('service-chrome'), ...missing],
    settings: { localExecutionMemoryBytes: gib },
  });
  const check = (tool: ToolName, threads: number) =>
    checkMachines(context, { tool, threads, engine: null, engineReasons: [] }, [newLocalGrid]);
  const most = usersThatFit('service-chrome', gib);
  await check('service-chrome', most);
  await assert.rejects(
    check('service-chrome', most + 1),
    new RegExp(`^AppError: This machine can run at most ${most} threads`),
  );
  await assert.rejects(check('gatling', 1), /^AppError: This machine cannot run gatling: No Java\.$/);
});

test('finds a tool installed after the last report of a local node', async (t) => {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database);
  const grid = await findGrid(database, executions[0]?.gridId ?? '');
  if (!grid) throw new Error('no grid');
  await database.query('update nodes set info = $1', [JSON.stringify({ ...nodeInfo, tools: [] })]);
  const context = await runContextFor(t, database);
  const run = { tool: 'gatling' as const, threads: 1, engine: null, engineReasons: [] };
  await checkMachines(context, run, [{ kind: 'existing', grid }]);
});
