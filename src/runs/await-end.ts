import { setTimeout as delay } from 'node:timers/promises';
import { findRunEvenDeleted } from '../store/runs.ts';
import type { RunContext } from './run-context.ts';

const lookEveryMs = 250;

/** Resolves when the run is finished. Terminates, because every phase has a timeout. */
export async function awaitEnd(context: RunContext, runId: string): Promise<void> {
  for (;;) {
    const run = await findRunEvenDeleted(context.grids.database, runId);
    if (!run || run.phase === 'finished') return;
    await delay(lookEveryMs);
  }
}
