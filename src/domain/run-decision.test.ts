import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutionState } from './execution.ts';
import { decideRun, type ExecutionSituation, type RunAction, type RunSituation } from './run-decision.ts';

const limits = {
  nodeJoinMs: 120_000,
  prepareMs: 600_000,
  silentMs: 300_000,
  giveUpMs: 60_000,
  collectMs: 1_800_000,
  durationGraceMs: 60_000,
  runLimitMs: 0,
  stopGraceMs: 15_000,
};

function situation(change: Partial<RunSituation>): RunSituation {
  return {
    nowMs: 1_000_000,
    phase: 'running',
    phaseAtMs: 1_000_000,
    isStopRequested: false,
    deadline: null,
    abort: null,
    hasTurn: false,
    grids: [grid()],
    minNodes: null,
    executions: [],
    limits,
    ...change,
  };
}

function grid(change: Partial<RunSituation['grids'][number]> = {}): RunSituation['grids'][number] {
  return {
    name: 'calm-reef',
    status: 'started',
    isStartedByUsers: false,
    problems: [],
    nodes: 1,
    missing: [],
    ...change,
  };
}

function execution(
  id: string,
  state: ExecutionState,
  change: Partial<ExecutionSituation> = {},
): ExecutionSituation {
  return {
    id,
    where: `node ${id} of grid calm-reef`,
    state,
    want: 'run',
    errors: [],
    silentMs: 0,
    ...change,
  };
}

function phasesEntered(actions: RunAction[]): string[] {
  return actions.flatMap((action) => (action.do === 'enter' ? [action.phase] : []));
}

test('waits while grids are starting', () => {
  assert.deepEqual(
    decideRun(situation({ phase: 'waiting_for_nodes', grids: [grid(), grid({ status: 'starting' })] })),
    [],
  );
});

test('waits for its turn when all grids have started', () => {
  assert.deepEqual(phasesEntered(decideRun(situation({ phase: 'waiting_for_nodes' }))), ['waiting_for_turn']);
});

test('ends the run when nodes of a demand grid do not join in time, and reports how many', () => {
  const actions = decideRun(
    situation({
      phase: 'waiting_for_nodes',
      phaseAtMs: 1_000_000 - 120_001,
      grids: [grid({ status: 'starting', nodes: 3, missing: [2, 3] })],
    }),
  );
  assert.deepEqual(actions[0], {
    do: 'blame',
    sentences: ['Grid calm-reef did not start: 2 of its 3 nodes did not join within 120 s: nodes 2-3.'],
  });
  assert.deepEqual(phasesEntered(actions), ['collecting']);
});

test('reports why machines did not start', () => {
  const problems = ['Pod spate-1 cannot be scheduled: 0/3 nodes are available.'];
  const [blame] = decideRun(
    situation({
      phase: 'waiting_for_nodes',
      phaseAtMs: 1_000_000 - 120_001,
      grids: [grid({ status: 'starting', nodes: 2, missing: [1], problems })],
    }),
  );
  assert.deepEqual(blame, {
    do: 'blame',
    sentences: [
      'Grid calm-reef did not start: 1 of its 2 nodes did not join within 120 s: node 1. Pod spate-1 cannot be scheduled: 0/3 nodes are available.',
    ],
  });
});

test('a grid whose machines users start has no join timeout', () => {
  const grids = [grid({ status: 'starting', isStartedByUsers: true, missing: [1] })];
  assert.deepEqual(decideRun(situation({ phase: 'waiting_for_nodes', phaseAtMs: 0, grids })), []);
});

test('starts with enough nodes when the others have not joined by the deadline, and names those', () => {
  const grids = [grid(), grid({ name: 'red-fox', status: 'starting', nodes: 4, missing: [1, 3, 4] })];
  const waiting = { phase: 'waiting_for_nodes', grids, minNodes: 2 } as const;
  assert.deepEqual(decideRun(situation({ ...waiting, phaseAtMs: 1_000_000 - 120_000 })), []);
  assert.deepEqual(decideRun(situation({ ...waiting, phaseAtMs: 1_000_000 - 120_001 })), [
    { do: 'enter', phase: 'waiting_for_turn' },
  ]);
  assert.deepEqual(decideRun(situation({ ...waiting, phase: 'waiting_for_turn', hasTurn: true })), [
    {
      do: 'warn',
      sentences: [
        'Grid red-fox: 3 of its 4 nodes did not join within 120 s: nodes 1, 3-4. The run started without them (min_nodes).',
      ],
    },
    { do: 'admit' },
    { do: 'enter', phase: 'preparing' },
  ]);
  const [blame] = decideRun(situation({ ...waiting, phaseAtMs: 0, minNodes: 3 }));
  assert.deepEqual(blame, {
    do: 'blame',
    sentences: [
      'Grid red-fox did not start: 3 of its 4 nodes did not join within 120 s: nodes 1, 3-4. Nodes available: 2; min_nodes requires 3.',
    ],
  });
});

test('a grid whose machines users start waits until enough have joined', () => {
  const byUsers = { status: 'starting', isStartedByUsers: true, nodes: 3 } as const;
  const waiting = (missing: number[]) =>
    situation({
      phase: 'waiting_for_nodes',
      phaseAtMs: 0,
      grids: [grid({ ...byUsers, missing })],
      minNodes: 2,
    });
  assert.deepEqual(decideRun(waiting([1, 2])), []);
  assert.deepEqual(phasesEntered(decideRun(waiting([2]))), ['waiting_for_turn']);
});

test('ends the run with a reason when a grid ended before the start', () => {
  for (const phase of ['waiting_for_nodes', 'waiting_for_turn'] as const) {
    const actions = decideRun(situation({ phase, grids: [grid({ status: 'invoiced', missing: [1] })] }));
    assert.match(JSON.stringify(actions[0]), /1 of its 1 nodes never joined/);
    assert.deepEqual(phasesEntered(actions), ['collecting']);
  }
});

test('waits for its turn, then is admitted', () => {
  assert.deepEqual(decideRun(situation({ phase: 'waiting_for_turn' })), []);
  const actions = decideRun(situation({ phase: 'waiting_for_turn', hasTurn: true }));
  assert.deepEqual(actions, [{ do: 'admit' }, { do: 'enter', phase: 'preparing' }]);
});

test('starts all nodes together when every node is ready', () => {
  const waiting = [execution('1', 'ready'), execution('2', 'preparing')];
  assert.deepEqual(decideRun(situation({ phase: 'preparing', executions: waiting })), []);
  const ready = [execution('1', 'ready'), execution('2', 'ready')];
  assert.deepEqual(decideRun(situation({ phase: 'preparing', executions: ready })), [
    { do: 'start' },
    { do: 'enter', phase: 'running' },
  ]);
});

test('ends the run on all nodes when one node fails to prepare, with its reason', () => {
  const executions = [execution('1', 'ready'), execution('2', 'ended', { errors: ['The plan is broken.'] })];
  assert.deepEqual(decideRun(situation({ phase: 'preparing', executions })), [
    { do: 'blame', sentences: ['Node 2 of grid calm-reef: The plan is broken.'] },
    { do: 'want', executionId: '1', want: 'kill' },
    { do: 'enter', phase: 'stopping' },
  ]);
});

test('abandons a node that stops responding before the start, and starts the others', () => {
  const executions = [execution('1', 'ready'), execution('2', 'preparing', { silentMs: 60_001 })];
  const [first] = decideRun(situation({ phase: 'preparing', executions }));
  assert.equal(first?.do === 'give_up' && first.executionId, '2');
  const after = [execution('1', 'ready'), execution('2', 'given_up')];
  assert.deepEqual(decideRun(situation({ phase: 'preparing', executions: after }))[0], { do: 'start' });
});

test('leaves out nodes that are not ready in time while enough are, and otherwise ends the run', () => {
  const executions = [
    execution('1', 'ready'),
    execution('2', 'ready'),
    execution('3', 'preparing', { silentMs: 60_001 }),
  ];
  const silent = { phase: 'preparing', executions } as const;
  assert.deepEqual(decideRun(situation({ ...silent, minNodes: 2 })), [
    {
      do: 'leave_out',
      executionId: '3',
      sentence:
        'Node 3 of grid calm-reef stopped responding before the start. The run started without it (min_nodes).',
    },
  ]);
  assert.equal(decideRun(situation({ ...silent, minNodes: 3 }))[0]?.do, 'give_up');
  const after = [execution('1', 'ready'), execution('2', 'ready'), execution('3', 'given_up')];
  assert.deepEqual(decideRun(situation({ phase: 'preparing', executions: after, minNodes: 3 })), [
    { do: 'blame', sentences: ['Nodes available: 2; min_nodes requires 3.'] },
    { do: 'want', executionId: '1', want: 'kill' },
    { do: 'want', executionId: '2', want: 'kill' },
    { do: 'enter', phase: 'stopping' },
  ]);
});

test('ends a run when all nodes were abandoned', () => {
  assert.deepEqual(
    phasesEntered(decideRun(situation({ phase: 'preparing', executions: [execution('1', 'given_up')] }))),
    ['collecting'],
  );
});

test('keeps the run alive when one of three nodes disconnects for a while', () => {
  const executions = [
    execution('1', 'running'),
    execution('2', 'running', { silentMs: 200_000 }),
    execution('3', 'running'),
  ];
  assert.deepEqual(decideRun(situation({ executions })), []);
});

test('abandons a running node that stopped responding, and reports it', () => {
  const actions = decideRun(
    situation({ executions: [execution('1', 'running'), execution('2', 'running', { silentMs: 300_001 })] }),
  );
  assert.match(JSON.stringify(actions), /Node 2 of grid calm-reef has not responded for 300 s/);
});

test('a stop is requested from every running node, once', () => {
  const executions = [execution('1', 'running'), execution('2', 'ended')];
  assert.deepEqual(decideRun(situation({ isStopRequested: true, executions })), [
    { do: 'want', executionId: '1', want: 'stop' },
    { do: 'enter', phase: 'stopping' },
  ]);
});

test('kills a tool that does not stop at half of the limit, and abandons it at the end', () => {
  const executions = [execution('1', 'running', { want: 'stop' })];
  const after = (ms: number) =>
    decideRun(situation({ phase: 'stopping', phaseAtMs: 1_000_000 - ms, isStopRequested: true, executions }));
  assert.deepEqual(after(29_000), []);
  assert.deepEqual(after(31_000), [{ do: 'want', executionId: '1', want: 'kill' }]);
  assert.equal(after(60_001)[0]?.do, 'give_up');
});

test('a stop before the start does not involve nodes', () => {
  for (const phase of ['waiting_for_nodes', 'waiting_for_turn'] as const) {
    assert.deepEqual(phasesEntered(decideRun(situation({ phase, isStopRequested: true }))), ['collecting']);
  }
});

test('finishes a run when every execution is delivered or abandoned', () => {
  const open = [execution('1', 'delivered'), execution('2', 'ended')];
  assert.deepEqual(decideRun(situation({ phase: 'collecting', executions: open })), []);
  const settled = [execution('1', 'delivered'), execution('2', 'given_up')];
  assert.deepEqual(decideRun(situation({ phase: 'collecting', executions: settled })), [{ do: 'finish' }]);
});

test('abandons a node that does not deliver, when it stops responding or times out', () => {
  const silent = [execution('1', 'ended', { silentMs: 60_001 })];
  assert.equal(decideRun(situation({ phase: 'collecting', executions: silent }))[0]?.do, 'give_up');
  const slow = situation({
    phase: 'collecting',
    phaseAtMs: 1_000_000 - 1_800_001,
    executions: [execution('1', 'ended')],
  });
  assert.equal(decideRun(slow)[0]?.do, 'give_up');
});

test('every unfinished situation ends when no node ever responds again', () => {
  let now = situation({ phase: 'waiting_for_turn', hasTurn: true });
  const phases: string[] = [];
  for (let step = 0; step < 20 && now.phase !== 'finished'; step++) {
    for (const action of decideRun(now)) {
      if (action.do === 'admit') now = { ...now, executions: [execution('1', 'assigned')] };
      if (action.do === 'give_up') now = { ...now, executions: [execution('1', 'given_up')] };
      if (action.do === 'enter') now = { ...now, phase: action.phase, phaseAtMs: now.nowMs };
      if (action.do === 'finish') now = { ...now, phase: 'finished' };
    }
    phases.push(now.phase);
    now = {
      ...now,
      nowMs: now.nowMs + 400_000,
      executions: now.executions.map((one) => ({ ...one, silentMs: one.silentMs + 400_000 })),
    };
  }
  assert.equal(now.phase, 'finished', phases.join(' → '));
});

test('stops a run at its deadline, once', () => {
  const deadline = { stopAtMs: 1_000_000, sentence: 'Timed out after 55 s.' };
  const executions = [execution('1', 'running')];
  assert.deepEqual(decideRun(situation({ executions, deadline, nowMs: 999_999 })), []);
  assert.deepEqual(decideRun(situation({ executions, deadline })), [
    { do: 'time_out', sentence: 'Timed out after 55 s.' },
  ]);
  assert.deepEqual(phasesEntered(decideRun(situation({ executions, deadline, isStopRequested: true }))), [
    'stopping',
  ]);
});

test('an abort rule stops a running run, once', () => {
  const abort = { rule: 'errors > 1% for 5s', at: new Date(), text: 'errors > 1% for 5s (2 %)' };
  const executions = [execution('1', 'running')];
  assert.deepEqual(decideRun(situation({ executions, abort })), [{ do: 'abort', abort }]);
  const stopping = decideRun(situation({ executions, abort, isStopRequested: true }));
  assert.deepEqual(phasesEntered(stopping), ['stopping']);
  const ended = decideRun(situation({ executions: [execution('1', 'ended')], abort }));
  assert.deepEqual(ended, [{ do: 'enter', phase: 'collecting' }]);
});

test('does not time out a run whose tools have ended by the deadline', () => {
  const deadline = { stopAtMs: 1_000_000, sentence: 'Timed out after 55 s.' };
  const actions = decideRun(situation({ executions: [execution('1', 'ended')], deadline }));
  assert.deepEqual(actions, [{ do: 'enter', phase: 'collecting' }]);
});
