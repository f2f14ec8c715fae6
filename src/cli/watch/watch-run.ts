import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contract/client.ts';
import type { SeriesInput } from '../../contract/inputs.ts';
import type { Times } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { createHistory } from './history.ts';
import type { LiveView } from './live-view.ts';
import { loadPast } from './load-past.ts';
import { createObstacles } from './obstacles.ts';
import { retryWhileUnreachable } from './retry-while-unreachable.ts';

const pollEveryMs = 1_000;

/** Watches a run until it finishes, across connection losses. Rejects when the signal aborts. */
export async function watchRun(
  client: Client,
  { runId, times }: { runId: string; times: Times },
  view: LiveView,
  signal: AbortSignal,
): Promise<RunResource> {
  const retryOptions = { note: view.note, signal };
  const history = createHistory();
  const obstacles = createObstacles();
  const readSeries = async (input: SeriesInput) =>
    (
      await retryWhileUnreachable(
        (more) => client.runs.series(runId, { ...input, times }, more),
        retryOptions,
      )
    ).points;
  let [newestS, newestAtMs] = [0, performance.now()];
  for (;;) {
    const run = await retryWhileUnreachable((more) => client.runs.get(runId, more), retryOptions);
    if (run.status === 'finished') return run;
    if (run.status === 'queued') for (const line of obstacles(run.remote_errors ?? [])) view.note(line);
    if (run.status === 'running') {
      const past = history.from() === undefined ? await loadPast(readSeries) : undefined;
      if (past) history.begin(past);
      const from = history.from();
      history.take(await readSeries({ resolution: 1, ...(from !== undefined && { from }) }));
    }
    const lastS = history.recent().at(-1)?.time ?? 0;
    if (lastS !== newestS) [newestS, newestAtMs] = [lastS, performance.now()];
    view.show({ run, history, ageMs: performance.now() - newestAtMs });
    await sleep(pollEveryMs, undefined, { signal });
  }
}
