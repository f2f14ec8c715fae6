import type { RunBaseline } from '../domain/load-test.ts';
import { isTroubleOfDatabase } from '../store/connection-loss.ts';
import { findRun } from '../store/runs.ts';
import { findTest } from '../store/tests.ts';
import { basisText, comparisonSentence } from './comparison-words.ts';
import { createRunViews } from './create-run-views.ts';
import type { RunContext } from './run-context.ts';
import { viewRuns } from './run-view.ts';

/**
 * Compares a run whose samples are complete with the baseline of its test. Null without a baseline, and when the
 * comparison fails, because a run must finish anyway.
 */
export async function compareWithBaseline(context: RunContext, runId: string): Promise<RunBaseline | null> {
  try {
    return await compare(context, runId);
  } catch (error) {
    if (isTroubleOfDatabase(error)) throw error;
    context.grids.log.warn({ err: error, runId }, 'run.baseline.failed');
    return null;
  }
}

async function compare(context: RunContext, runId: string): Promise<RunBaseline | null> {
  const { database } = context.grids;
  const run = await findRun(database, runId);
  const test = run?.test ? await findTest(database, run.test.id) : undefined;
  const pinned = test?.baselineRunId;
  if (!run || run.startedAt === null || !pinned || pinned === runId) return null;
  const baseline = await findRun(database, pinned);
  if (baseline?.phase !== 'finished') return null;
  const views = createRunViews(context, context.caps);
  const { comparisons } = await views.compare(await viewRuns(context, [baseline, run]), {});
  const [comparison] = comparisons;
  if (!comparison) return null;
  return {
    runId: baseline.id,
    verdict: comparison.verdict,
    sentence: comparisonSentence(comparison, 'passed'),
    basis: basisText(comparison.basis),
  };
}
