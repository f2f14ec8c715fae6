import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finalExecutionStates } from '../../src/domain/execution.ts';
import { countEverywhere } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { until } from '../support/until.ts';
import { logsOf, type Stage, stagedFolder, toolsBelow } from './stage.ts';

const finishLimitMs = 3 * 60_000;
const cleanLimitMs = 90_000;

export interface AcceptedRun {
  id: string;
  path: string;
  /** Virtual users of all nodes: a killed tool loses at most one sample of each. */
  users: number;
}

export interface RoundJudgement {
  violations: string[];
  /** What the runs say about themselves. */
  reasons: string[];
}

/** The only reasons that a run may give, and the fault that must have been made. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/: The disk of the node is full\./, 'fill node'],
  [/: (?:JMeter|The engine) was terminated by SIGKILL\.$/, 'kill tool'],
];

/** What a round promises, checked when its faults are over. `faults` are those that were made, such as `kill tool`. */
export async function judgeRound(
  stage: Stage,
  runs: readonly AcceptedRun[],
  faults: ReadonlySet<string>,
): Promise<RoundJudgement> {
  const found: string[] = [];
  const reasons: string[] = [];
  for (const run of runs) {
    const ofRun = await judgeRun(stage, run);
    found.push(...ofRun.violations);
    reasons.push(...ofRun.reasons);
  }
  for (const reason of reasons) {
    const [, cause] = causes.find(([sentence]) => sentence.test(reason)) ?? [];
    if (cause === undefined || !faults.has(cause)) found.push(`a false or unknown reason: ${reason}`);
  }
  found.push(...(await leftovers(stage, runs)));
  for (const text of await logsOf(stage))
    for (const [number, secret] of stage.secrets.entries())
      if (text.includes(secret)) found.push(`a log contains secret ${number}`);
  return { violations: found, reasons };
}

async function judgeRun(stage: Stage, { id, path, users }: AcceptedRun): Promise<RoundJudgement> {
  const { api, target } = stage;
  const found: string[] = [];
  const finished: Json = await finishedRun(stage, id);
  if (!finished) {
    const late = `run ${id} is not finished after ${finishLimitMs / 60_000} min`;
    return { violations: [late], reasons: [] };
  }
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
  // Only a full disk loses more than the requests in flight of killed tools.
  if (sent - counts.report > users && !named.some((reason) => reason.includes('disk')))
    say('more samples are missing than killed tools can lose');
  return { violations: found, reasons: named };
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

/** Processes, open files, folders, uploads and rows that no run needs any more. */
async function leftovers(stage: Stage, runs: readonly AcceptedRun[]): Promise<string[]> {
  const { nodes, folders } = stage;
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
      left.push(...(await manyOpenFiles(stage)));
      left.push(...(await rowsOf(stage, runs)));
      return left.length === 0;
    },
    cleanLimitMs,
    250,
  ).catch(() => undefined);
  return left.map((what) => `${what} is left over`);
}

/** Idle services and agents have fewer sockets and other open files than this. */
const mostOpenFiles = 90;

async function manyOpenFiles({ services, nodes }: Stage): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, processes] of Object.entries({ service: services, agent: nodes }))
    for (const process of processes) {
      const { length } = await namesIn(`/proc/${process.pid()}/fd`);
      if (length > mostOpenFiles) found.push(`${length} open files of the ${kind}`);
    }
  return found;
}

/** Marks of roll-ups, executions and due jobs of finished runs, and nodes that have joined twice. */
async function rowsOf({ sql, grid, nodes }: Stage, runs: readonly AcceptedRun[]): Promise<string[]> {
  const ids = runs.map(({ id }) => id);
  const rows = await sql(
    `select 'mark of a roll-up' what, run_id "of" from dirty_rollups where run_id = any($1)
    union all
    select 'execution ' || state, run_id from executions where run_id = any($1) and state <> all($2)
    union all
    select 'job ' || task.identifier, job.payload ->> 'runId'
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where job.payload ->> 'runId' = any($1) and job.run_at <= now()
    union all
    (select 'node ' || id, grid_id from nodes where grid_id = $3 and state <> 'ended' offset $4)`,
    [ids, finalExecutionStates, grid.uuid, nodes.length],
  );
  return rows.map(({ what, of }) => `the ${what} of ${of}`);
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
