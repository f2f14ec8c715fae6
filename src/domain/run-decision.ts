import { capital } from '../lib/capital.ts';
import { type ExecutionState, finalExecutionStates } from './execution.ts';
import type { GridStatus, Infrastructure } from './grid.ts';
import type { RunPhase } from './run.ts';
import type { RunDeadline } from './run-deadline.ts';

/** All that decides what a run does next. Times are milliseconds; `silentMs` is how long a node has not been heard of. */
export interface RunSituation {
  nowMs: number;
  phase: RunPhase;
  phaseAtMs: number;
  isStopRequested: boolean;
  /** Of a run that is running; null when only its plan ends it. */
  deadline: RunDeadline | null;
  /** Whether the nodes have room for this run and no earlier run waits for them. Looked at only while it waits. */
  hasTurn: boolean;
  grids: {
    name: string;
    status: GridStatus;
    infrastructure: Infrastructure;
    nodesMissing: number;
    nodes: number;
  }[];
  executions: ExecutionSituation[];
  limits: RunLimits;
}

export interface ExecutionSituation {
  id: string;
  /** How sentences name it: `node 2 of grid calm-reef`. */
  where: string;
  state: ExecutionState;
  want: string;
  errors: string[];
  silentMs: number;
}

export interface RunLimits {
  nodeJoinMs: number;
  prepareMs: number;
  /** A node silent for so long while it should be running is given up. */
  silentMs: number;
  /** After a stop: killed at half of it, given up at the end of it. */
  giveUpMs: number;
  /** The longest wait for the last frames and the archive of a node that still talks. */
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
  | { do: 'time_out'; sentence: string }
  | { do: 'finish' };

/** What to do now. Called again after each change, so one step at a time is enough. */
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
  const late = situation.grids.filter(
    (grid) => grid.status !== 'started' && grid.infrastructure !== 'hosted',
  );
  if (late.length === 0 || waited(situation) <= situation.limits.nodeJoinMs) return [];
  const limitS = Math.round(situation.limits.nodeJoinMs / 1000);
  const sentences = late.map(
    (grid) =>
      `Grid ${grid.name} did not start: ${grid.nodesMissing} of its ${grid.nodes} nodes did not join within ${limitS} s.`,
  );
  return blameAndEnd(sentences);
}

function whileWaitingForTurn(situation: RunSituation): RunAction[] {
  const end = endBeforeStart(situation);
  if (end) return end;
  return situation.hasTurn ? [{ do: 'admit' }, { do: 'enter', phase: 'preparing' }] : [];
}

/** While nothing runs yet, a stop or the end of a grid needs no node. */
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
  // A plan that one node cannot start is a plan that none should run: half the load would look like a result.
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
      giveUp(execution, isLate ? 'did not get ready in time' : 'was not heard of any more before the start'),
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
  const { deadline } = situation;
  if (deadline && situation.nowMs >= deadline.stopAtMs)
    return [{ do: 'time_out', sentence: deadline.sentence }];
  return active(situation)
    .filter((execution) => !isOver(execution) && execution.silentMs > situation.limits.silentMs)
    .map((execution) =>
      giveUp(
        execution,
        `was not heard of for ${seconds(execution.silentMs)} s; what it measured after that is missing`,
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
      giveUp(
        execution,
        'was not heard of any more after its end; its last samples or its archive may be missing',
      ),
    );
}

/** Stops what runs; goes on to collecting by itself once all are over. */
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
