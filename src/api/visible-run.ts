import { AppError } from '../domain/errors.ts';
import type { RunView } from '../runs/runs.ts';
import { notAuthenticated } from './auth/authenticate.ts';
import { statusOfCode } from './error-response.ts';
import type { Exchange } from './exchange.ts';

export interface VisibleRun {
  view: RunView;
  /** Access to the account; others see no files, logs, archives, machine names and messages. */
  isMember: boolean;
}

/** The run, for users of its account or if it is public. Private and missing runs are indistinguishable for others. */
export async function visibleRun(exchange: Exchange): Promise<VisibleRun> {
  const { runs } = exchange.deps;
  const runId = exchange.param('runId');
  const { visitor } = exchange;
  const own = visitor && (await unlessMissing(runs.get(visitor, runId)));
  if (own) return { view: own, isMember: true };
  const open = await unlessMissing(runs.getPublic(runId));
  if (open) return { view: open, isMember: false };
  if (!visitor) throw notAuthenticated();
  // Throws not_found itself.
  return { view: await runs.get(visitor, runId), isMember: true };
}

async function unlessMissing(view: Promise<RunView>): Promise<RunView | undefined> {
  return view.catch((error: unknown) => {
    if (error instanceof AppError && statusOfCode(error.code) === 404) return undefined;
    throw error;
  });
}
