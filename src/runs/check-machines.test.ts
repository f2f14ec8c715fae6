import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { available, runContextFor } from '../../test/support/run-context.ts';
import type { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { type ToolName, toolNames } from '../domain/tool.ts';
import { usersThatFit } from '../domain/tool-capacity.ts';
import { findGrid } from '../store/grids.ts';
import type { FileCheck } from './check-files.ts';
import { checkMachines, type SettledChoice } from './check-machines.ts';

const postgres = withDatabase();
const gib = 2 ** 30;

const told: NodeInfo = {
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
};

/** A grid of machines that somebody started, whose nodes have told this about themselves. */
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

test('every tool is taken where every node has it', async (t) => {
  const check = await joinedGrid(t, told, told);
  for (const tool of toolNames) await check(tool, 1);
});

test('a tool that one of two nodes lacks is refused with what that node says to install', async (t) => {
  for (const tool of toolNames) {
    const lacking = { tool, isAvailable: false, version: null, missing: ['No browser.', 'Install one.'] };
    const tools = told.tools.map((each) => (each.tool === tool ? lacking : each));
    const check = await joinedGrid(t, told, { ...told, tools });
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

test('a node whose agent never spoke of the tool is refused too', async (t) => {
  const check = await joinedGrid(t, { ...told, tools: [available('jmeter')] });
  await check('jmeter', 1);
  await assert.rejects(
    check('gatling', 1),
    refusal('tool_unavailable', 'run[tool]', /Its agent, version 0\.0\.9, does not know this tool/),
  );
});

test('a JMeter plan on our own engine needs no Java, and one for Apache JMeter is refused with what to install', async (t) => {
  const lacking = {
    ...available('jmeter'),
    missing: ['No Java.', 'Install one.'],
    engines: ['spate' as const],
  };
  const check = await joinedGrid(t, told, { ...told, tools: [lacking] });
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
    /No Java\. Install one\. It is needed for this plan\. Plan > Users > Home: It is Groovy\.$/,
  );
});

test('a machine that has not joined yet is not judged', async (t) => {
  const check = await joinedGrid(t, null);
  await check('java-selenium-chrome', 10_000);
});

test('threads above what the memory of a node carries are refused with how many it carries', async (t) => {
  const check = await joinedGrid(t, told, { ...told, executionMemoryBytes: 2 * gib });
  const most = usersThatFit('java-selenium-chrome', 2 * gib);
  assert.ok(most > 0);
  await check('java-selenium-chrome', most);
  const sentence = `^Node 1 \\(carrier\\) carries ${most} threads of java-selenium-chrome in the 2048 MiB .* asks each node for ${most + 1}\\. Ask for ${most} and more nodes`;
  await assert.rejects(
    check('java-selenium-chrome', most + 1),
    refusal('over_capacity', 'run[threads]', new RegExp(sentence)),
  );
  await check('jmeter', 100_000);
});

test('an agent that does not say what an execution may use gives it half of its memory', async (t) => {
  const { executionMemoryBytes, ...older } = told;
  assert.equal(executionMemoryBytes, 4 * gib);
  const check = await joinedGrid(t, older);
  const most = usersThatFit('java-selenium-chrome', 4 * gib);
  await check('java-selenium-chrome', most);
  await assert.rejects(check('java-selenium-chrome', most + 1), new RegExp(`carries ${most} threads`));
});

test('too little memory for a single user is refused even when no threads are given', async (t) => {
  const check = await joinedGrid(t, { ...told, executionMemoryBytes: gib / 32 });
  await assert.rejects(
    check('java-selenium-firefox', null),
    refusal('over_capacity', 'run[threads]', /carries no user of java-selenium-firefox, not even one/),
  );
});

test('a new grid on this machine is judged by this machine and by what an execution may use on it', async (t) => {
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
    new RegExp(`^AppError: This machine carries ${most} threads`),
  );
  await assert.rejects(check('gatling', 1), /^AppError: This machine cannot run gatling: No Java\.$/);
});

test('a tool installed since a node of this machine last spoke is found', async (t) => {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database);
  const grid = await findGrid(database, executions[0]?.gridId ?? '');
  if (!grid) throw new Error('no grid');
  await database.query('update nodes set info = $1', [JSON.stringify({ ...told, tools: [] })]);
  const context = await runContextFor(t, database);
  const run = { tool: 'gatling' as const, threads: 1, engine: null, engineReasons: [] };
  await checkMachines(context, run, [{ kind: 'existing', grid }]);
});
