import type { Actor } from '../domain/account.ts';
import { AppError, type ErrorDetail } from '../domain/errors.ts';
import { isSameControl, type LiveControl, noControl } from '../domain/live-control.ts';
import { newId } from '../lib/id.ts';
import { refusalOfPause, refusalOfUsers } from '../plans/control-limits.ts';
import type { DescribedGroup } from '../plans/plan-description.ts';
import { insertAnnotation } from '../store/annotations.ts';
import { notifyNodesOfRun } from '../store/nodes.ts';
import { lockRun, notifyRun, type RunRecord, runFiles, setLiveControl } from '../store/runs.ts';
import { localCopies } from './local-copies.ts';
import { filesExpired } from './new-run.ts';
import type { RunContext } from './run-context.ts';

/**
 * Changes the load of a running run on all its nodes, and adds an annotation. Throws with the reason if the load
 * cannot be changed.
 */
export async function controlRun(
  context: RunContext,
  actor: Actor,
  run: RunRecord,
  change: Partial<LiveControl>,
): Promise<void> {
  requireRunning(run);
  await requireAllowed(context, run, change);
  await context.grids.database.transaction(async (tx) => {
    const now = await lockRun(tx, run.id);
    if (!now) return;
    requireRunning(now);
    const before = now.liveControl ?? noControl;
    const wanted = { ...before, ...change };
    if (isSameControl(before, wanted)) return;
    await setLiveControl(tx, run.id, wanted);
    await insertAnnotation(tx, {
      id: newId(),
      accountId: run.accountId,
      projectId: run.project.id,
      userId: actor.userId,
      runId: run.id,
      at: new Date(context.grids.clock.nowMs()),
      kind: 'note',
      text: changeText(before, wanted),
    });
    await notifyNodesOfRun(tx, run.id);
    await notifyRun(tx, run.id);
  });
}

function changeText(before: LiveControl, { users, isPaused }: LiveControl): string {
  return [
    ...(users === before.users ? [] : [`Virtual users per node: ${users}`]),
    ...(isPaused === before.isPaused ? [] : [isPaused ? 'Paused' : 'Resumed']),
  ].join('. ');
}

function requireRunning({ id, phase, stopRequestedAt }: RunRecord): void {
  if (phase === 'running' && stopRequestedAt === null) return;
  const state = phase === 'finished' ? 'has finished' : phase === 'running' ? 'is stopping' : `is ${phase}`;
  throw new AppError(
    'conflict',
    `Run ${id} ${state.replaceAll('_', ' ')}. Only a running run can be controlled.`,
  );
}

async function requireAllowed(
  context: RunContext,
  run: RunRecord,
  change: Partial<LiveControl>,
): Promise<void> {
  if (run.engine !== 'spate') {
    const instead = run.engine === 'apache' ? 'Apache JMeter' : run.tool;
    throw refused('control', `Live control requires Spate's engine, but ${instead} runs ${run.id}.`);
  }
  const groups = await groupsOf(context, run);
  const details: [field: string, refusal: string | undefined][] = [
    ['control[users]', change.users === undefined ? undefined : refusalOfUsers(groups)],
    ['control[paused]', change.isPaused === true ? refusalOfPause(groups) : undefined],
  ];
  for (const [field, refusal] of details) if (refusal !== undefined) throw refused(field, refusal);
}

async function groupsOf(context: RunContext, run: RunRecord): Promise<DescribedGroup[]> {
  const stored = (await runFiles(context.grids.database, [run.id])).get(run.id) ?? [];
  if (stored.some(({ isRemoved }) => isRemoved)) throw filesExpired(run.id);
  await using local = localCopies(context.files);
  const { threadGroups } = await context.examiner.inspect({ ...run, files: await local.withPaths(stored) });
  return threadGroups;
}

function refused(field: string, message: string): AppError {
  const detail: ErrorDetail = { code: 'invalid', message, field };
  return new AppError('invalid', message, [detail]);
}
