import { capital } from '../lib/capital.ts';
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
    /** Whether users start its machines, when they like. */
    isStartedByUsers: boolean;
    /** Why machines do not start. */
    problems: string[];
    nodesMissing: number;
    nodes: number;
  }[];
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
  | { do: 'blame'; sentences: string[] }
  | { do: 'abort'; abort: RunAbort }
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
  const late = situation.grids.filter((grid) => grid.status !== 'started' && !grid.isStartedByUsers);
  if (late.length === 0 || waited(situation) <= situation.limits.nodeJoinMs) return [];
  const limitS = Math.round(situation.limits.nodeJoinMs / 1000);
  const sentences = late.map(({ name, nodes, nodesMissing, problems }) =>
    [
      `Grid ${name} did not start: ${nodesMissing} of its ${nodes} nodes did not join within ${limitS} s.`,
      ...problems,
    ].join(' '),
  );
  return blameAndEnd(sentences);
}

function whileWaitingForTurn(situation: RunSituation): RunAction[] {
  const end = endBeforeStart(situation);
  if (end) return end;
  return situation.hasTurn ? [{ do: 'admit' }, { do: 'enter', phase: 'preparing' }] : [];
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
  if (gone.length > 0)
    return gone.map((execution) =>
      giveUp(execution, isLate ? 'was not ready in time' : 'stopped responding before the start'),
    );
  const left = active(situation);
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
      grid.nodesMissing > 0
        ? `Grid ${grid.name} ended before the run could start: ${grid.nodesMissing} of its ${grid.nodes} nodes never joined.`
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

function waited(situation: RunSituation): number {
  return situation.nowMs - situation.phaseAtMs;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
