import { createHash } from 'node:crypto';
import { openRunPhases, type RunPhase } from '../domain/run.ts';
import type { VerdictWord } from '../domain/verdict.ts';
import type { RunRecord } from '../store/runs.ts';
import type { Span } from '../telemetry/span.ts';

/** Input of a run's trace. */
export interface RunCourse {
  run: RunRecord;
  /** Start of the phases after the first. */
  phaseTimesMs: Partial<Record<RunPhase, number>>;
  verdict: VerdictWord | null;
  gridNames: string[];
  nodeCount: number;
}

/**
 * The trace of a finished run: one span for the run, with one for each phase below it. Ids are derived from the id of the
 * run, so that a repeated export sends the same spans.
 */
export function spansOfRun(course: RunCourse): Span[] {
  const { run } = course;
  const traceId = hexOf(`run ${run.id}`, 32);
  const startMs = run.createdAt.getTime();
  const endMs = Math.max(startMs, run.stoppedAt?.getTime() ?? startMs);
  const root: Span = {
    traceId,
    id: hexOf(`span ${run.id}`, 16),
    name: 'run',
    startMs,
    endMs,
    attributes: attributesOf(course),
    events: eventsOf(run),
    ...errorOf(course),
  };
  const phases = phasesOf(course, startMs);
  const children = phases.map(
    ({ phase, atMs }, index): Span => ({
      traceId,
      id: hexOf(`span ${run.id} ${phase}`, 16),
      parentId: root.id,
      name: phase,
      startMs: atMs,
      endMs: Math.max(atMs, phases[index + 1]?.atMs ?? endMs),
      attributes: { 'spate.run.id': run.id },
      events: [],
    }),
  );
  return [root, ...children];
}

/** Entered phases in order. A run that was created by an earlier version lacks some. */
function phasesOf({ phaseTimesMs }: RunCourse, createdAtMs: number): { phase: RunPhase; atMs: number }[] {
  const times: Partial<Record<RunPhase, number>> = { ...phaseTimesMs, waiting_for_nodes: createdAtMs };
  return openRunPhases.flatMap((phase) => {
    const atMs = times[phase];
    return atMs === undefined ? [] : [{ phase, atMs }];
  });
}

function attributesOf({ run, verdict, gridNames, nodeCount }: RunCourse): Span['attributes'] {
  const { figures } = run;
  return {
    'spate.run.id': run.id,
    'spate.run.number': run.number,
    'spate.project': run.project.name,
    'spate.tool': run.tool,
    ...(run.engine !== null && { 'spate.engine': run.engine }),
    'spate.grids': gridNames,
    'spate.nodes': nodeCount,
    ...(verdict !== null && { 'spate.run.outcome': verdict }),
    ...(figures && {
      'spate.run.samples': figures.passed + figures.failed,
      'spate.run.samples_failed': figures.failed,
    }),
    ...(run.stopReason !== null && { 'spate.run.stop_reason': run.stopReason }),
  };
}

function eventsOf({ startedAt, stopRequestedAt, loadEndedAt }: RunRecord): Span['events'] {
  const times = { 'load.started': startedAt, 'stop.requested': stopRequestedAt, 'load.ended': loadEndedAt };
  return Object.entries(times)
    .flatMap(([name, at]) => (at === null ? [] : [{ name, atMs: at.getTime() }]))
    .toSorted((a, b) => a.atMs - b.atMs);
}

function errorOf({ run, verdict }: RunCourse): { error?: string } {
  if (verdict === 'broken') return { error: run.remoteErrors[0] ?? 'The run is broken.' };
  return verdict === 'failed' ? { error: 'A threshold is not met, or an abort rule ended the run.' } : {};
}

function hexOf(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
