import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor, serveNodes } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import type { NodeInfo } from '../domain/node.ts';
import { encodeFrame } from '../metrics/frame.ts';
import { encodeFrameMessage } from '../protocol/frame-message.ts';
import { type AgentMessage, type ExecutionStatus, protocolVersion } from '../protocol/messages.ts';
import { findExecution } from '../store/executions.ts';
import { notifyNodes } from '../store/nodes.ts';
import { findRun } from '../store/runs.ts';

const postgres = withDatabase();

const info: NodeInfo = {
  hostname: 'a machine',
  ip: '127.0.0.1',
  privateIp: '127.0.0.1',
  agentVersion: '0',
  cores: 1,
  memoryBytes: 1 << 30,
  sandbox: 'none',
  tools: [],
};

function hello(...executionIds: string[]): AgentMessage {
  const executions = executionIds.map(
    (executionId): ExecutionStatus => ({
      executionId,
      state: 'running',
      progress: null,
      errors: [],
      outcome: null,
    }),
  );
  return { type: 'hello', protocol: protocolVersion, info, executions };
}

const empty = encodeFrame({ seq: 1, second: 1000, users: 1, labels: new Map() });
const broken = Buffer.from([1, 2]);

test('a frame that could not be stored is sent again, even if later ones arrived', async (t) => {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database);
  const { executionId, nodeId } = executions[0] ?? { executionId: '', nodeId: '' };
  const service = await serveNodes(t, await runContextFor(t, database));
  const node = await service.connect(nodeId);
  node.say(hello(executionId));
  node.say(encodeFrameMessage(executionId, [{ seq: 1, second: 1000, payload: empty }]));
  node.say(encodeFrameMessage(executionId, [{ seq: 2, second: 1001, payload: broken }]));
  node.say(encodeFrameMessage(executionId, [{ seq: 3, second: 1002, payload: empty }]));
  await until('the connection is closed', () => node.isClosed);
  const again = await service.connect(nodeId);
  again.say(hello(executionId));
  const ack = await until('an answer', () => again.heard.find(({ type }) => type === 'ack'));
  assert.deepEqual(ack, { type: 'ack', executionId, seq: 1 });
});

test('ignores what follows an invalid message, and closes the connection', async (t) => {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database);
  const { executionId, nodeId } = executions[0] ?? { executionId: '', nodeId: '' };
  const node = await (await serveNodes(t, await runContextFor(t, database))).connect(nodeId);
  node.say(hello(executionId));
  await until('the node is welcome', () => node.heard.some(({ type }) => type === 'desired'));
  const timesBefore = node.heard.filter(({ type }) => type === 'time').length;
  node.sayText('');
  node.say({ type: 'time', sentAtMs: 1 });
  node.say({ type: 'log', executionId, lines: ['after the invalid message'] });
  await until('the connection is closed', () => node.isClosed);
  assert.equal(node.heard.filter(({ type }) => type === 'time').length, timesBefore);
  assert.deepEqual((await findExecution(database, executionId))?.logTail, []);
});

test('a hello that arrives after the node has connected to another service changes nothing', async (t) => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const { executionId, nodeId } = executions[0] ?? { executionId: '', nodeId: '' };
  const [suspended, other] = [
    await serveNodes(t, await runContextFor(t, database)),
    await serveNodes(t, await runContextFor(t, database)),
  ];
  const before = await suspended.connect(nodeId);
  const now = await other.connect(nodeId);
  now.say(hello(executionId));
  await until('the node is welcome', () => now.heard.some(({ type }) => type === 'desired'));

  // What the first service reads when it is resumed.
  before.say(hello());
  before.say({ type: 'log', executionId, lines: ['outdated'] });
  await until(
    'the hello is handled',
    () => before.isClosed || before.heard.some(({ type }) => type === 'desired'),
  );
  const execution = await findExecution(database, executionId);
  assert.deepEqual([execution?.state, execution?.want, execution?.logTail], ['running', 'run', []]);
  assert.deepEqual((await findRun(database, runId))?.remoteErrors ?? [], []);
  assert.equal(before.isClosed, true);
  assert.equal(now.isClosed, false);
});

test('stores generator reports only for executions of the reporting node', async (t) => {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database, { nodesPerGrid: 2 });
  const [own, other] = executions.map((each) => each.executionId);
  const service = await serveNodes(t, await runContextFor(t, database));
  const node = await service.connect(executions[0]?.nodeId ?? '');
  const load = { lagP99Ms: 2.5, lagMaxMs: 40, busyShare: 0.5 };
  node.say(hello(own ?? ''));
  node.say({
    type: 'vitals',
    vitals: { cpu: 0.5, memoryUsedBytes: 1, clockOffsetMs: 0, roundTripMs: 1 },
    generators: [own, other].map((executionId) => ({
      executionId: executionId ?? '',
      latest: load,
      run: { ...load, lagMaxMs: 90 },
    })),
  });
  const found = await until('it is kept', async () => {
    const execution = await findExecution(database, own ?? '');
    return execution?.generator ?? undefined;
  });
  assert.deepEqual(found, { latest: load, run: { ...load, lagMaxMs: 90 } });
  assert.equal((await findExecution(database, other ?? ''))?.generator, null);
});

test('notifies a node of the end of the grid that is set after it joined', async (t) => {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database);
  const { nodeId, gridId, executionId } = executions[0] ?? { nodeId: '', gridId: '', executionId: '' };
  const { connect } = await serveNodes(t, await runContextFor(t, database));
  const node = await connect(nodeId);
  node.say(hello(executionId));
  const ends = () => node.heard.flatMap((message) => (message.type === 'welcome' ? [message.endsAtMs] : []));
  await until('the node is welcome', () => ends().length === 1);
  await database.query(`update grids set ends_at = to_timestamp(2000000000) where id = $1`, [gridId]);
  await notifyNodes(database, [nodeId]);
  await until('the node hears of the end', () => ends().length === 2);
  assert.deepEqual(ends(), [null, 2_000_000_000_000]);
});
