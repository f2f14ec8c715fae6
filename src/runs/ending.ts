import { isOverloaded } from '../domain/overload.ts';
import type { Queryable } from '../store/database.ts';
import { type ExecutionRecord, executionsOfRun } from '../store/executions.ts';
import type { RunRecord } from '../store/runs.ts';
import { vitalsOfRun } from '../store/vitals.ts';
import { doubtsOf } from './doubts.ts';
import { readFinal } from './reports.ts';
import type { RunEnding } from './runs.ts';

/** Doubts and completeness of a finished run; computed for runs of earlier versions, which did not store them. */
export async function readEnding(
  db: Queryable,
  run: RunRecord,
  hasSamples: boolean,
): Promise<RunEnding | null> {
  if (run.phase !== 'finished') return null;
  if (run.doubts !== null) return { doubts: run.doubts, isComplete: run.isComplete };
  const doubts = await findDoubts(db, run, await executionsOfRun(db, run.id), hasSamples);
  return { doubts, isComplete: (await readFinal(db, run))?.reconciliation.isComplete ?? null };
}

/** Computes the doubts of an ended run from the reports of its nodes. */
export async function findDoubts(
  db: Queryable,
  run: Pick<RunRecord, 'id' | 'generator'>,
  executions: readonly ExecutionRecord[],
  hasSamples: boolean,
): Promise<string[]> {
  const vitals = await vitalsOfRun(db, run.id, undefined);
  return doubtsOf({
    status: 'finished',
    hasSamples,
    generator: run.generator ?? undefined,
    nodes: executions.map(({ id, lostAt }) => {
      const ofNode = vitals.get(id);
      return {
        lostAt,
        isOverloaded: ofNode !== undefined && isOverloaded(ofNode),
        wholeClockOffsetMs: ofNode?.clockOffsetMs ?? null,
      };
    }),
  });
}
