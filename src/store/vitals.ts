import type { NodeVitals } from '../domain/node.ts';
import { busyCpu, type CpuUtilization } from '../domain/overload.ts';
import type { Queryable } from './database.ts';

/** Interval of stored vitals. */
const vitalsSpanS = 15;

/** Utilization of the node of an execution in a range. */
export interface VitalsSummary extends CpuUtilization {
  cpuMax: number;
  memoryMaxBytes: number;
  clockOffsetMs: number;
}

/** Adds reported vitals to the running executions of the nodes. */
export async function addVitals(
  db: Queryable,
  nowS: number,
  heard: { nodeId: string; vitals: NodeVitals }[],
): Promise<void> {
  await db.query(
    `insert into vitals (execution_id, start_s, cpu_sum, cpu_max, memory_max, clock_offset_ms, count)
     select e.id, $2::int, heard.cpu, heard.cpu, heard.memory, heard.clock, 1
     from unnest($1::text[], $3::real[], $4::bigint[], $5::real[]) as heard (node_id, cpu, memory, clock)
     join executions e on e.node_id = heard.node_id and e.state = 'running'
     order by e.id
     on conflict (execution_id, start_s) do update set
       cpu_sum = vitals.cpu_sum + excluded.cpu_sum,
       cpu_max = greatest(vitals.cpu_max, excluded.cpu_max),
       memory_max = greatest(vitals.memory_max, excluded.memory_max),
       clock_offset_ms = case when abs(excluded.clock_offset_ms) > abs(vitals.clock_offset_ms)
         then excluded.clock_offset_ms else vitals.clock_offset_ms end,
       count = vitals.count + 1`,
    [
      heard.map(({ nodeId }) => nodeId),
      nowS - (nowS % vitalsSpanS),
      heard.map(({ vitals }) => vitals.cpu),
      heard.map(({ vitals }) => Math.round(vitals.memoryUsedBytes)),
      heard.map(({ vitals }) => vitals.clockOffsetMs),
    ],
  );
}

/** By execution, over the 15 s intervals that overlap the range. */
export async function vitalsOfRun(
  db: Queryable,
  runId: string,
  range: { fromS: number; toS: number } | undefined,
): Promise<Map<string, VitalsSummary>> {
  const rows = await db.query<VitalsSummary & { id: string }>(
    `select execution_id as id, sum(cpu_sum) / sum(count) as "cpuMean", max(cpu_max) as "cpuMax",
       (count(*) filter (where cpu_sum > $4::real * count))::real / count(*) as "busyShare",
       $5::int * count(*) filter (where cpu_sum > $4::real * count) as "busyS",
       max(memory_max) as "memoryMaxBytes",
       (array_agg(clock_offset_ms order by abs(clock_offset_ms) desc))[1] as "clockOffsetMs"
     from vitals where execution_id in (select id from executions where run_id = $1) and start_s > $2 and start_s < $3
     group by execution_id`,
    [runId, (range?.fromS ?? 0) - vitalsSpanS, range?.toS ?? 2_147_483_647, busyCpu, vitalsSpanS],
  );
  return new Map(rows.map(({ id, ...summary }) => [id, summary]));
}
