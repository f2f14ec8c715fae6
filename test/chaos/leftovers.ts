import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { finalExecutionStates } from '../../src/domain/execution.ts';
import { stagingFolder } from '../../src/store/files/folder-store.ts';
import { until } from '../support/until.ts';
import type { Stage } from './stage.ts';

const cleanLimitMs = 90_000;

/** What services and agents have when no run is active. */
export interface Idle {
  /** By program, such as `service sockets` or `agent files`: the most of one process. */
  opened: Map<string, number>;
  /** Number of processes by executable. */
  processes: Map<string, number>;
}

/** Connections that a pool opens on demand. */
const spare = 5;

export async function measureIdle(stage: Stage): Promise<Idle> {
  const opened = new Map<string, number>();
  for (const { what, count } of await openedBy(stage))
    opened.set(what, Math.max(count, opened.get(what) ?? 0));
  return { opened, processes: countsOf(await processesOf(stage)) };
}

/** Processes, sockets, open files, folders, uploads and rows that none of the runs needs any more. */
export async function leftovers(stage: Stage, idle: Idle, runIds: readonly string[]): Promise<string[]> {
  const { nodes, folders } = stage;
  let left: string[] = ['(unknown: the database does not respond)'];
  await until(
    'everything is removed',
    async () => {
      const found: string[] = [];
      for (const { folder } of nodes)
        for (const name of await namesIn(join(folder, 'executions'))) found.push(`the workspace ${name}`);
      for (const folder of folders)
        for (const name of await namesIn(stagingFolder(folder))) found.push(`the staged upload ${name}`);
      for (const { what, count } of await openedBy(stage)) {
        const expected = idle.opened.get(what) ?? 0;
        if (count > expected + spare) found.push(`${count} ${what} instead of ${expected}`);
      }
      for (const [name, count] of countsOf(await processesOf(stage))) {
        const expected = idle.processes.get(name) ?? 0;
        if (count > expected) found.push(`${count} processes ${name} instead of ${expected}`);
      }
      found.push(...(await rowsOf(stage, runIds)));
      left = found;
      return left.length === 0;
    },
    cleanLimitMs,
    250,
  ).catch(() => undefined);
  return left.map((what) => `left over: ${what}`);
}

async function openedBy({ services, nodes }: Stage): Promise<{ what: string; count: number }[]> {
  const opened: { what: string; count: number }[] = [];
  for (const [program, processes] of Object.entries({ service: services, agent: nodes }))
    for (const process of processes) {
      const folder = `/proc/${process.pid()}/fd`;
      let sockets = 0;
      let files = 0;
      for (const name of await namesIn(folder)) {
        const to = await readlink(join(folder, name)).catch(() => '');
        if (to.startsWith('socket:')) sockets += 1;
        else if (to !== '') files += 1;
      }
      opened.push({ what: `sockets of the ${program}`, count: sockets });
      opened.push({ what: `files of the ${program}`, count: files });
    }
  return opened;
}

/** Executables of all processes that have a folder of the stage in their arguments, environment or working directory. */
async function processesOf({ nodes, folders }: Stage): Promise<string[]> {
  const places = [...folders, ...nodes.map(({ folder }) => folder)];
  const found: string[] = [];
  for (const pid of await namesIn('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const text = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    const seen = [
      await text('cmdline'),
      await text('environ'),
      await readlink(`/proc/${pid}/cwd`).catch(() => ''),
    ];
    if (!places.some((place) => seen.some((each) => each.includes(place)))) continue;
    const executable = basename(await readlink(`/proc/${pid}/exe`).catch(() => ''));
    // Connections of PostgreSQL end with their clients; rowsOf looks at what they leave.
    if (executable !== '' && executable !== 'postgres') found.push(executable);
  }
  return found;
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * Marks of roll-ups, executions and due jobs of finished runs, nodes that have joined twice, and transactions that their
 * service has forgotten.
 */
async function rowsOf({ sql, grid, nodes }: Stage, runIds: readonly string[]): Promise<string[]> {
  const rows = await sql(
    `select 'mark of a roll-up' what, run_id "of" from dirty_rollups where run_id = any($1)
    union all
    select 'execution ' || state, run_id from executions where run_id = any($1) and state <> all($2)
    union all
    select format('job %s, attempt %s of %s, due %s s ago, held %s s by %s, error %s', task.identifier, attempts, max_attempts,
        extract(epoch from now() - job.run_at)::int, extract(epoch from now() - job.locked_at)::int, job.locked_by, last_error),
        job.payload ->> 'runId'
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where job.payload ->> 'runId' = any($1) and job.run_at <= now()
    union all
    select 'transaction of 30 s', application_name from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%' and xact_start < now() - interval '30 s'
    union all
    (select 'node ' || id, grid_id from nodes where grid_id = $3 and state <> 'ended' offset $4)`,
    [runIds, finalExecutionStates, grid.uuid, nodes.length],
  );
  return rows.map(({ what, of }) => `the ${what} of ${of}`);
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
