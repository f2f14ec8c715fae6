import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countEverywhere } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { until } from '../support/until.ts';
import { logsOf, type Stage, stagedFolder, toolsBelow } from './stage.ts';

const finishLimitMs = 8 * 60_000;
const cleanLimitMs = 90_000;

export interface AcceptedRun {
  id: string;
  path: string;
  /** Virtual users of all nodes: a killed tool loses at most one sample of each. */
  users: number;
}

/** What a round promises, checked when its faults are over. Returns the violations. */
export async function violationsOf(stage: Stage, runs: readonly AcceptedRun[]): Promise<string[]> {
  const found: string[] = [];
  for (const run of runs) found.push(...(await violationsOfRun(stage, run)));
  found.push(...(await leftovers(stage)));
  for (const text of await logsOf(stage))
    for (const [number, secret] of stage.secrets.entries())
      if (text.includes(secret)) found.push(`a log contains secret ${number}`);
  return found;
}

async function violationsOfRun(stage: Stage, { id, path, users }: AcceptedRun): Promise<string[]> {
  const { api, target } = stage;
  const found: string[] = [];
  const finished: Json = await finishedRun(stage, id);
  if (!finished) return [`run ${id} is not finished after ${finishLimitMs / 60_000} min`];
  const { reconciliation } = await api.json(`/runs/${id}/report`);
  const counts = await countEverywhere(api, finished);
  const sent = target.requestsTo(path);
  const errors: string[] = finished.remote_errors ?? [];
  const named = [...errors, ...reconciliation.explanations];
  const say = (what: string) =>
    found.push(
      `run ${id} (${finished.engine}): ${what}; sent ${sent}, ${JSON.stringify(counts)}, ${JSON.stringify(reconciliation)}, errors ${JSON.stringify(errors)}`,
    );

  if (
    counts.report !== counts.series ||
    counts.report !== counts.csv ||
    counts.report !== reconciliation.reported
  )
    say('report, series and CSV differ');
  if (counts.frames !== counts.report && named.length === 0)
    say('the archives differ from the report without a reason');
  if (counts.report > sent) say('more samples than requests');
  if (!reconciliation.is_complete && named.length === 0) say('incomplete without a reason');
  if (sent - counts.report > 0 && named.length === 0) say('samples are missing without a reason');
  // What the tools had recorded is never lost by anything else than the loss of a node or its disk.
  if (reconciliation.is_complete && sent - counts.report > users)
    say('more samples are missing than tools can lose');
  return found;
}

async function finishedRun({ api }: Stage, id: string): Promise<Json> {
  return until(
    `run ${id} is finished`,
    async () => {
      const run = await api.json(`/runs/${id}`).catch(() => undefined);
      return run?.status === 'finished' ? run : undefined;
    },
    finishLimitMs,
    250,
  ).catch(() => undefined);
}

/** Processes, folders and uploads that no run needs any more. */
async function leftovers({ nodes, folders }: Stage): Promise<string[]> {
  let left: string[] = [];
  await until(
    'everything is removed',
    async () => {
      left = [];
      for (const { folder } of nodes) {
        for (const pid of toolsBelow(folder)) left.push(`the tool process ${pid}`);
        for (const name of await namesIn(join(folder, 'executions'))) left.push(`the workspace ${name}`);
      }
      for (const folder of folders)
        for (const name of await namesIn(stagedFolder(folder))) left.push(`the staged upload ${name}`);
      return left.length === 0;
    },
    cleanLimitMs,
    250,
  ).catch(() => undefined);
  return left.map((what) => `${what} is left over`);
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
