import { AppError } from '../domain/errors.ts';
import type { RunView } from '../runs/runs.ts';
import { notAuthenticated } from './auth/authenticate.ts';
import { statusOfCode } from './error-response.ts';
import type { Exchange } from './exchange.ts';

export interface VisibleRun {
  view: RunView;
  /** True for people of the account; others see no files, logs, archives, names of machines or messages. */
  isMember: boolean;
}

/** The run for people of its account, and a public one for everybody. A stranger cannot tell a private run from none. */
export async function visibleRun(exchange: Exchange): Promise<VisibleRun> {
  const { runs } = exchange.deps;
  const runId = exchange.param('runId');
  const { visitor } = exchange;
  const own = visitor && (await unlessMissing(runs.get(visitor, runId)));
  if (own) return { view: own, isMember: true };
  const open = await unlessMissing(runs.getPublic(runId));
  if (open) return { view: open, isMember: false };
  if (!visitor) throw notAuthenticated();
  // Says for itself that there is none.
  return { view: await runs.get(visitor, runId), isMember: true };
}

async function unlessMissing(view: Promise<RunView>): Promise<RunView | undefined> {
  return view.catch((error: unknown) => {
    if (error instanceof AppError && statusOfCode(error.code) === 404) return undefined;
    throw error;
  });
}
