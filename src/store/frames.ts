import type { Database, Queryable } from './database.ts';

export interface NewFrame {
  executionId: string;
  runId: string;
  seq: number;
  second: number;
  /** Sample count in the header of the frame. */
  samples: number;
  payload: Uint8Array;
}

export interface FrameRow {
  executionId: string;
  gridId: string;
  seq: number;
  second: number;
  payload: Buffer;
}

/**
 * Stores frames idempotently and marks the seconds of new ones dirty, in one transaction.
 *
 * Marks are written with DO UPDATE, not DO NOTHING, to change and lock them until the commit. Otherwise a roller that
 * cannot see these frames yet could delete an existing mark, and the frames would never be counted. A roller deletes a
 * mark only if it has not changed since the frames were read, at the end of its transaction. Marks are locked in sorted
 * order, so that two writers cannot deadlock.
 *
 * Frames of abandoned or delivered executions are ignored, because their run may be finished and must not change. The
 * lock on the execution serializes abandoning and storing.
 */
export async function insertFrames(database: Database, frames: NewFrame[]): Promise<void> {
  if (frames.length === 0) return;
  // All payloads as one binary value: an array would be sent as text of twice the size.
  const sizes = frames.map((frame) => frame.payload.length);
  const starts: number[] = [];
  let start = 1;
  for (const size of sizes) {
    starts.push(start);
    start += size;
  }
  const values = [
    frames.map((frame) => frame.executionId),
    frames.map((frame) => frame.seq),
    frames.map((frame) => frame.runId),
    frames.map((frame) => frame.second),
    starts,
    sizes,
    Buffer.concat(frames.map((frame) => frame.payload)),
    frames.map((frame) => frame.samples),
  ];
  await database.transaction((tx) => tx.query(insertSql, values), { isIdempotent: true });
}

const insertSql = `
with alive as materialized (
  select id from executions where id = any($1::text[]) and state not in ('delivered', 'given_up') order by id for share
), inserted as (
  insert into frames (execution_id, seq, run_id, second, samples, payload)
  select f.execution_id, f.seq, f.run_id, f.second, f.samples, substring($7::bytea from f.start for f.size)
  from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::int[], $8::int[])
    as f (execution_id, seq, run_id, second, start, size, samples)
  join alive on alive.id = f.execution_id
  order by f.execution_id, f.seq
  on conflict do nothing
  returning run_id, second
)
insert into dirty_rollups (run_id, span_s, start_s)
select distinct run_id, 1, second from inserted order by run_id, second
on conflict (run_id, span_s, start_s) do update set touched_at = now()`;

/** Frames of one or more seconds, with their grid. */
export async function readFrames(
  db: Queryable,
  runId: string,
  second: number | readonly number[],
): Promise<FrameRow[]> {
  return db.query<FrameRow>(
    `select f.execution_id as "executionId", e.grid_id as "gridId", f.seq, f.second, f.payload
    from frames f join executions e on e.id = f.execution_id
    where f.run_id = $1 and f.second = any($2::int[])
    order by f.second, f.execution_id, f.seq`,
    [runId, typeof second === 'number' ? [second] : second],
  );
}

/** Counts of stored frames of an execution. */
export async function frameTotals(
  db: Queryable,
  executionId: string,
): Promise<{ frames: number; samples: number; maxSeq: number }> {
  const [totals] = await db.query<{ frames: number; samples: number; maxSeq: number }>(
    `select count(*) as frames, coalesce(sum(samples), 0)::bigint as samples, coalesce(max(seq), 0) as "maxSeq"
    from frames where execution_id = $1`,
    [executionId],
  );
  return totals ?? { frames: 0, samples: 0, maxSeq: 0 };
}

/** Highest sequence number up to which all frames are stored; 0 when the first is missing. */
export async function highestSeq(db: Queryable, executionId: string): Promise<number> {
  const { frames, maxSeq } = await frameTotals(db, executionId);
  if (frames === maxSeq) return maxSeq;
  const [firstMissing] = await missingSeqs(db, executionId, maxSeq);
  return firstMissing === undefined ? maxSeq : firstMissing - 1;
}

/** Missing sequence numbers from 1 to lastSeq, at most the lowest 1,000. */
export async function missingSeqs(db: Queryable, executionId: string, lastSeq: number): Promise<number[]> {
  const rows = await db.query<{ seq: number }>(
    `select expected.seq from generate_series(1, $2::int) as expected (seq)
    where not exists (select from frames f where f.execution_id = $1 and f.seq = expected.seq)
    order by expected.seq limit 1000`,
    [executionId, lastSeq],
  );
  return rows.map(({ seq }) => seq);
}

/** The latest second for which all of these executions have sent a frame; undefined if one has sent none. */
export async function lastSecondOfAll(
  db: Queryable,
  executionIds: readonly string[],
): Promise<number | undefined> {
  const [row] = await db.query<{ second: number | null }>(
    `select case when bool_and(latest.second is not null) then min(latest.second) end as second
    from unnest($1::text[]) as given (id)
    left join lateral (
      select second from frames where execution_id = given.id order by seq desc limit 1
    ) as latest on true`,
    [executionIds],
  );
  return row?.second ?? undefined;
}

/** All frames of an execution in order, read in pages. */
export async function* streamFrames(
  db: Queryable,
  executionId: string,
  pageSize = 200,
): AsyncGenerator<{ seq: number; second: number; payload: Buffer }> {
  let after = -1;
  for (;;) {
    const page = await db.query<{ seq: number; second: number; payload: Buffer }>(
      'select seq, second, payload from frames where execution_id = $1 and seq > $2 order by seq limit $3',
      [executionId, after, pageSize],
    );
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.seq;
  }
}

/** Deletes the frames of a run in small steps; returns their number. */
export async function removeFrames(db: Queryable, runId: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const [step] = await db.query<{ count: number }>(
      `with batch as (select ctid from frames where run_id = $1 limit 5000),
      gone as (delete from frames where ctid in (select ctid from batch) returning 1)
      select count(*) as count from gone`,
      [runId],
    );
    const count = step?.count ?? 0;
    if (count === 0) return removed;
    removed += count;
  }
}

/** Samples by execution in a range; undefined when it needs more than `maxFrames` frames, or the frames were deleted. */
export async function samplesByExecution(
  db: Queryable,
  runId: string,
  range: { fromS: number; toS: number } | undefined,
  maxFrames: number,
): Promise<Map<string, number> | undefined> {
  const rows = await db.query<{ id: string; samples: number; frames: number }>(
    `select execution_id as id, sum(samples)::bigint as samples, count(*) as frames from (
       select execution_id, samples from frames where run_id = $1 and second >= $2 and second < $3 limit $4
     ) as counted group by execution_id`,
    [runId, range?.fromS ?? 0, range?.toS ?? 2_147_483_647, maxFrames],
  );
  const frames = rows.reduce((sum, row) => sum + row.frames, 0);
  if (frames === 0 || frames >= maxFrames) return undefined;
  return new Map(rows.map((row) => [row.id, row.samples]));
}
