import { capital } from '../lib/capital.ts';
import { numberRanges } from '../lib/number-ranges.ts';
import type { RunAbort } from './abort-rule.ts';
import { type ExecutionState, finalExecutionStates } from './execution.ts';
import type { GridStatus } from './grid.ts';
import type { RunPhase } from './run.ts';
import type { RunDeadline } from './run-deadline.ts';

/** Input of decideRun. `silentMs` is the time since the last heartbeat of a node. */
export interface RunSituation {
  nowMs: number;
  phase: RunPhase;
  phaseAtMs: number;
  isStopRequested: boolean;
  /** Set in phase `running`; null without a deadline. */
  deadline: RunDeadline | null;
  /** Whether the nodes have capacity and no earlier run waits for them. Evaluated in phase `waiting_for_turn` only. */
  hasTurn: boolean;
  /** The abort rule that is met. Evaluated in phase `running` only. */
  abort: RunAbort | null;
  grids: {
    name: string;
    status: GridStatus;
    /** Whether users start its machines, at any time: missing ones are not late. */
    isStartedByUsers: boolean;
    /** Why machines do not start. */
    problems: string[];
    /** Numbers of the nodes that have not joined, from 1. */
    missing: number[];
    nodes: number;
  }[];
  /** Nodes required to start; null: all that the grids have. */
  minNodes: number | null;
  executions: ExecutionSituation[];
  limits: RunLimits;
}

export interface ExecutionSituation {
  id: string;
  /** Name in messages: `node 2 of grid calm-reef`. */
  where: string;
  state: ExecutionState;
  want: string;
  errors: string[];
  silentMs: number;
}

export interface RunLimits {
  nodeJoinMs: number;
  prepareMs: number;
  /** A running node without a heartbeat for this long is abandoned. */
  silentMs: number;
  /** After a stop request: kill at half of this time, abandon at its end. */
  giveUpMs: number;
  /** Timeout for the last frames and the archive of a connected node. */
  collectMs: number;
  /** See run-deadline.ts. */
  durationGraceMs: number;
  runLimitMs: number;
  stopGraceMs: number;
}

export type RunAction =
  | { do: 'enter'; phase: RunPhase }
  | { do: 'admit' }
  | { do: 'start' }
  | { do: 'want'; executionId: string; want: 'stop' | 'kill' }
  | { do: 'give_up'; executionId: string; sentence: string }
  /** Starts without a node that is not ready. */
  | { do: 'leave_out'; executionId: string; sentence: string }
  | { do: 'blame'; sentences: string[] }
  | { do: 'abort'; abort: RunAbort }
  | { do: 'warn'; sentences: string[] }
  | { do: 'time_out'; sentence: string }
  | { do: 'finish' };

/** Next actions of a run. Called again after each change, so it returns one step at a time. */
export function decideRun(situation: RunSituation): RunAction[] {
  switch (situation.phase) {
    case 'waiting_for_nodes':
      return whileWaitingForNodes(situation);
    case 'waiting_for_turn':
      return whileWaitingForTurn(situation);
    case 'preparing':
      return whilePreparing(situation);
    case 'running':
      return whileRunning(situation);
    case 'stopping':
      return whileStopping(situation);
    case 'collecting':
      return whileCollecting(situation);
    case 'finished':
      return [];
  }
}

function whileWaitingForNodes(situation: RunSituation): RunAction[] {
  const end = endBeforeStart(situation);
  if (end) return end;
  if (situation.grids.every((grid) => grid.status === 'started'))
    return [{ do: 'enter', phase: 'waiting_for_turn' }];
  if (waited(situation) <= situation.limits.nodeJoinMs) return [];
  const incomplete = situation.grids.filter((grid) => grid.status !== 'started');
  if (situation.minNodes !== null && joinedNodes(situation) >= situation.minNodes)
    return [{ do: 'enter', phase: 'waiting_for_turn' }];
  const late = incomplete.filter((grid) => !grid.isStartedByUsers);
  if (late.length === 0) return [];
  return blameAndEnd(
    late.map((grid) =>
      [
        `Grid ${grid.name} did not start: ${notJoinedText(situation, grid)}`,
        ...tooFewText(situation, joinedNodes(situation)),
        ...grid.problems,
      ].join(' '),
    ),
  );
}

function joinedNodes({ grids }: RunSituation): number {
  return grids.reduce((sum, { nodes, missing }) => sum + nodes - missing.length, 0);
}

function notJoinedText({ limits }: RunSituation, { nodes, missing }: RunSituation['grids'][number]): string {
  return `${missing.length} of its ${nodes} nodes did not join within ${seconds(limits.nodeJoinMs)} s: ${nodesText(missing)}.`;
}

function startedWithoutText(situation: RunSituation, grid: RunSituation['grids'][number]): string {
  const which = grid.missing.length === 1 ? 'it' : 'them';
  return `${notJoinedText(situation, grid)} The run started without ${which} (min_nodes).`;
}

function nodesText(numbers: number[]): string {
  return `${numbers.length === 1 ? 'node' : 'nodes'} ${numberRanges(numbers)}`;
}

function tooFewText({ minNodes }: RunSituation, nodes: number): string[] {
  return minNodes === null || nodes >= minNodes
    ? []
    : [`Nodes available: ${nodes}; min_nodes requires ${minNodes}.`];
}

function whileWaitingForTurn(situation: RunSituation): RunAction[] {
  const end = endBeforeStart(situation);
  if (end) return end;
  if (!situation.hasTurn) return [];
  // With min_nodes; nodes may have joined while the run waited for its turn.
  const sentences = situation.grids
    .filter(({ missing }) => missing.length > 0)
    .map((grid) => `Grid ${grid.name}: ${startedWithoutText(situation, grid)}`);
  const warning: RunAction[] = sentences.length > 0 ? [{ do: 'warn', sentences }] : [];
  return [...warning, { do: 'admit' }, { do: 'enter', phase: 'preparing' }];
}

/** Before the start, a stop or the end of a grid ends the run without involving nodes. */
function endBeforeStart(situation: RunSituation): RunAction[] | undefined {
  if (situation.isStopRequested) return [{ do: 'enter', phase: 'collecting' }];
  const ended = endedGrids(situation);
  return ended.length > 0 ? blameAndEnd(ended) : undefined;
}

function blameAndEnd(sentences: string[]): RunAction[] {
  return [
    { do: 'blame', sentences },
    { do: 'enter', phase: 'collecting' },
  ];
}

function whilePreparing(situation: RunSituation): RunAction[] {
  if (situation.isStopRequested) return stopAll(situation, 'stop');
  // If one node fails, the run fails: a partial load must not look like a result.
  const failed = situation.executions.filter(
    (execution) => isOver(execution) && execution.state !== 'given_up',
  );
  if (failed.length > 0) {
    const sentences = failed.flatMap((execution) =>
      execution.errors.map((error) => `${capital(execution.where)}: ${error}`),
    );
    return [{ do: 'blame', sentences }, ...stopAll(situation, 'kill')];
  }
  const isLate = waited(situation) > situation.limits.prepareMs;
  const gone = active(situation).filter(
    (execution) => execution.silentMs > situation.limits.giveUpMs || (isLate && execution.state !== 'ready'),
  );
  const left = active(situation);
  const isEnough = situation.minNodes !== null && left.length - gone.length >= situation.minNodes;
  if (gone.length > 0)
    return gone.map((execution) => {
      const why = isLate ? 'was not ready in time' : 'stopped responding before the start';
      return isEnough ? leaveOut(execution, why) : giveUp(execution, why);
    });
  const tooFew = left.length > 0 ? tooFewText(situation, left.length) : [];
  if (tooFew.length > 0) return [{ do: 'blame', sentences: tooFew }, ...stopAll(situation, 'kill')];
  if (left.length === 0) return [{ do: 'enter', phase: 'collecting' }];
  return left.every((execution) => execution.state === 'ready')
    ? [{ do: 'start' }, { do: 'enter', phase: 'running' }]
    : [];
}

function whileRunning(situation: RunSituation): RunAction[] {
  if (situation.executions.every(isOver)) return [{ do: 'enter', phase: 'collecting' }];
  if (situation.isStopRequested) return stopAll(situation, 'stop');
  const { abort, deadline } = situation;
  if (abort) return [{ do: 'abort', abort }];
  if (deadline && situation.nowMs >= deadline.stopAtMs)
    return [{ do: 'time_out', sentence: deadline.sentence }];
  return active(situation)
    .filter((execution) => !isOver(execution) && execution.silentMs > situation.limits.silentMs)
    .map((execution) =>
      giveUp(
        execution,
        `has not responded for ${seconds(execution.silentMs)} s; its later samples are missing`,
      ),
    );
}

function whileStopping(situation: RunSituation): RunAction[] {
  if (situation.executions.every(isOver)) return [{ do: 'enter', phase: 'collecting' }];
  const open = active(situation).filter((execution) => !isOver(execution));
  const { giveUpMs } = situation.limits;
  if (waited(situation) > giveUpMs)
    return open.map((execution) => giveUp(execution, `did not stop within ${seconds(giveUpMs)} s`));
  if (waited(situation) <= giveUpMs / 2) return [];
  return open
    .filter((execution) => execution.want !== 'kill')
    .map((execution) => ({ do: 'want', executionId: execution.id, want: 'kill' }));
}

function whileCollecting(situation: RunSituation): RunAction[] {
  const open = active(situation);
  if (open.length === 0) return [{ do: 'finish' }];
  const isLate = waited(situation) > situation.limits.collectMs;
  return open
    .filter((execution) => isLate || execution.silentMs > situation.limits.giveUpMs)
    .map((execution) =>
      giveUp(execution, 'stopped responding after its end; its last samples or its archive may be missing'),
    );
}

/** Stops all executions; phase `stopping` continues with `collecting` when all have ended. */
function stopAll(situation: RunSituation, want: 'stop' | 'kill'): RunAction[] {
  const open = active(situation).filter((execution) => !isOver(execution));
  return [
    ...open.map((execution): RunAction => ({ do: 'want', executionId: execution.id, want })),
    { do: 'enter', phase: 'stopping' },
  ];
}

function endedGrids(situation: RunSituation): string[] {
  return situation.grids
    .filter((grid) => grid.status === 'stopped' || grid.status === 'invoiced')
    .map((grid) =>
      grid.missing.length > 0
        ? `Grid ${grid.name} ended before the run could start: ${grid.missing.length} of its ${grid.nodes} nodes never joined: ${nodesText(grid.missing)}.`
        : `Grid ${grid.name} ended before the run could start.`,
    );
}

function active(situation: RunSituation): ExecutionSituation[] {
  return situation.executions.filter((execution) => !finalExecutionStates.includes(execution.state));
}

function isOver(execution: ExecutionSituation): boolean {
  return execution.state === 'ended' || finalExecutionStates.includes(execution.state);
}

function giveUp(execution: ExecutionSituation, why: string): RunAction {
  return { do: 'give_up', executionId: execution.id, sentence: `${capital(execution.where)} ${why}.` };
}

function leaveOut(execution: ExecutionSituation, why: string): RunAction {
  const sentence = `${capital(execution.where)} ${why}. The run started without it (min_nodes).`;
  return { do: 'leave_out', executionId: execution.id, sentence };
}

function waited(situation: RunSituation): number {
  return situation.nowMs - situation.phaseAtMs;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
