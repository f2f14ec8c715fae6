import type { Database, Queryable } from './database.ts';

/** Seconds per roll-up; 0 is the whole run. */
export type Span = 1 | 15 | 300 | 0;

/** From fine to coarse, the order of rolling up. */
export const spans: readonly Span[] = [1, 15, 300, 0];

/** An interval with outdated roll-ups. */
export interface DirtyMark {
  runId: string;
  startS: number;
}

export interface RollupRow {
  runId: string;
  /** '' for all grids. */
  gridId: string;
  spanS: Span;
  startS: number;
  payload: Buffer;
  /** Total of all labels; null when the payload is as fast to read. */
  total?: Buffer | null;
}

/** The next coarser interval; undefined for the whole run. */
export function parentOf(spanS: Span, startS: number): { spanS: Span; startS: number } | undefined {
  switch (spanS) {
    case 1:
      return { spanS: 15, startS: startS - (startS % 15) };
    case 15:
      return { spanS: 300, startS: startS - (startS % 300) };
    case 300:
      return { spanS: 0, startS: 0 };
    case 0:
      return undefined;
  }
}

export interface Claim {
  spanS: Span;
  limit: number;
  /** Only marks this old; 0: all. The age of a second counts from its last change, that of a coarser interval from its first. */
  minAgeMs: number;
  /** Only marks of this run. */
  runId?: string;
  /** Whether to skip or wait for intervals that another roller computes. Default: skip. */
  whenHeld?: 'skip' | 'wait';
}

/** A mark as it was when its interval was claimed. */
export interface ClaimedMark extends DirtyMark {
  /** Changes with each write of the mark. */
  version: string;
}

/** Lock timeout: an interval is computed in one short transaction, so a longer lock means a hanging process. */
const holderPatienceMs = 30_000;

/**
 * Claims dirty intervals of one span, computes and stores their roll-ups, and marks their parents dirty, in one
 * transaction: an interval is always either marked or rolled up. Returns the number of intervals. Rollers may run
 * concurrently. `compute` must read through the given tx after it was called: commits before the claim are visible
 * then, and later ones change the mark, which then remains.
 *
 * An interval is claimed by an advisory lock, not by a lock on its mark: frames are stored while it is computed.
 *
 * One span at a time, to avoid deadlocks between rollers. With `wait`, 0 means that all marks of this span visible at
 * the call have been rolled up, by any roller.
 */
export async function rollUp(
  database: Database,
  claim: Claim,
  compute: (tx: Queryable, marks: DirtyMark[]) => Promise<RollupRow[]>,
): Promise<number> {
  return database.transaction(
    async (tx) => {
      const claimed = await claimIntervals(tx, claim);
      if (claimed.length === 0) return 0;
      const marks = await readMarks(tx, claim.spanS, claimed);
      if (marks.length === 0) return claimed.length;
      const rows = await compute(
        tx,
        marks.map(({ runId, startS }) => ({ runId, startS })),
      );
      const settled = await settleMarks(tx, claim.spanS, marks);
      const isSettled = new Set(settled.map(keyOf));
      await writeRollups(
        tx,
        rows.filter((row) => isSettled.has(keyOf(row))),
      );
      await markParents(tx, claim.spanS, settled);
      return claimed.length;
    },
    { isIdempotent: true },
  );
}

function keyOf({ runId, startS }: DirtyMark): string {
  return `${runId} ${startS}`;
}

/**
 * Locks intervals with a mark until the end of the transaction. With `skip`, the longest unchanged first. With `wait`,
 * in one order for all rollers to avoid deadlocks; throws when a lock is held for too long.
 */
export async function claimIntervals(
  tx: Queryable,
  { spanS, limit, minAgeMs, runId, whenHeld = 'skip' }: Claim,
): Promise<DirtyMark[]> {
  const isWaiting = whenHeld === 'wait';
  if (isWaiting) await tx.query(`select set_config('lock_timeout', $1, true)`, [String(holderPatienceMs)]);
  const lock = `hashtext('spate roll-up'), hashtext(run_id || ' ' || $1::int || ' ' || start_s)`;
  // The limit of the outer query counts locked intervals; rows are locked one by one until it is reached.
  return tx.query<DirtyMark>(
    `with dirty as materialized (
      select run_id, start_s from dirty_rollups
      where span_s = $1
        and ($2::float8 = 0 or touched_at <= clock_timestamp() - $2 * interval '1 millisecond')
        and ($3::text is null or run_id = $3)
      order by ${isWaiting ? 'run_id, start_s' : 'touched_at, run_id, start_s'}
    )
    select run_id as "runId", start_s as "startS" from dirty
    where ${isWaiting ? `pg_advisory_xact_lock(${lock})::text is not null` : `pg_try_advisory_xact_lock(${lock})`} limit $4`,
    [spanS, minAgeMs, runId ?? null, limit],
  );
}

/** Marks of claimed intervals, without those that another roller removed before the claim. */
async function readMarks(tx: Queryable, spanS: Span, marks: DirtyMark[]): Promise<ClaimedMark[]> {
  return tx.query<ClaimedMark>(
    `select d.run_id as "runId", d.start_s as "startS", d.xmin::text as version
    from dirty_rollups d join unnest($2::text[], $3::int[]) as c (run_id, start_s)
      on d.run_id = c.run_id and d.span_s = $1 and d.start_s = c.start_s
    order by d.run_id, d.start_s`,
    [spanS, marks.map(({ runId }) => runId), marks.map(({ startS }) => startS)],
  );
}

/**
 * Deletes marks that have not changed since they were read; the others remain, for a later roll-up. All are locked, in
 * the order of writers, until the commit. Returns those that exist: a missing one was rolled up by an earlier version.
 */
async function settleMarks(tx: Queryable, spanS: Span, marks: ClaimedMark[]): Promise<DirtyMark[]> {
  const keys = [spanS, marks.map(({ runId }) => runId), marks.map(({ startS }) => startS)];
  const present = await tx.query<DirtyMark>(
    `select d.run_id as "runId", d.start_s as "startS"
    from dirty_rollups d join unnest($2::text[], $3::int[]) as c (run_id, start_s)
      on d.run_id = c.run_id and d.span_s = $1 and d.start_s = c.start_s
    order by d.run_id, d.start_s for update of d`,
    keys,
  );
  await tx.query(
    `delete from dirty_rollups d using unnest($2::text[], $3::int[], $4::text[]) as c (run_id, start_s, version)
    where d.run_id = c.run_id and d.span_s = $1 and d.start_s = c.start_s and d.xmin::text = c.version`,
    [...keys, marks.map(({ version }) => version)],
  );
  if (spanS !== 1)
    await tx.query(
      `update dirty_rollups d set touched_at = clock_timestamp() from unnest($2::text[], $3::int[]) as c (run_id, start_s)
      where d.run_id = c.run_id and d.span_s = $1 and d.start_s = c.start_s`,
      keys,
    );
  return present;
}

export async function writeRollups(tx: Queryable, rows: RollupRow[]): Promise<void> {
  if (rows.length === 0) return;
  const totals = rows.map((row) => row.total ?? Buffer.alloc(0));
  await tx.query(
    `insert into rollups (run_id, grid_id, span_s, start_s, payload, total)
    select r.run_id, r.grid_id, r.span_s, r.start_s, substring($7::bytea from r.start for r.size),
      case when r.total_size > 0 then substring($10::bytea from r.total_start for r.total_size) end
    from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $8::int[], $9::int[])
      as r (run_id, grid_id, span_s, start_s, start, size, total_start, total_size)
    order by r.run_id, r.span_s, r.start_s, r.grid_id
    on conflict (run_id, span_s, start_s, grid_id) do update
      set payload = excluded.payload, total = excluded.total, written_by = pg_current_xact_id()`,
    [
      rows.map((row) => row.runId),
      rows.map((row) => row.gridId),
      rows.map((row) => row.spanS),
      rows.map((row) => row.startS),
      startsOf(rows.map((row) => row.payload)),
      rows.map((row) => row.payload.length),
      Buffer.concat(rows.map((row) => row.payload)),
      startsOf(totals),
      totals.map((total) => total.length),
      Buffer.concat(totals),
    ],
  );
}

/** Start offsets in the concatenation, 1-based for PostgreSQL. */
function startsOf(buffers: Buffer[]): number[] {
  let start = 1;
  return buffers.map((buffer) => {
    const own = start;
    start += buffer.length;
    return own;
  });
}

/**
 * Marks the parent intervals dirty; DO UPDATE and sorted for the reasons given at insertFrames. Their time stays that of the
 * first change, so that they are not computed again for each second of each service.
 */
async function markParents(tx: Queryable, spanS: Span, marks: DirtyMark[]): Promise<void> {
  const parents = marks.flatMap(({ runId, startS }) => {
    const parent = parentOf(spanS, startS);
    return parent ? [{ runId, ...parent }] : [];
  });
  if (parents.length === 0) return;
  await tx.query(
    `insert into dirty_rollups (run_id, span_s, start_s)
    select distinct run_id, span_s, start_s from unnest($1::text[], $2::int[], $3::int[]) as p (run_id, span_s, start_s)
    order by run_id, span_s, start_s
    on conflict (run_id, span_s, start_s) do update set touched_at = dirty_rollups.touched_at`,
    [
      parents.map((parent) => parent.runId),
      parents.map((parent) => parent.spanS),
      parents.map((parent) => parent.startS),
    ],
  );
}

/** Recomputes all roll-ups of a run from its frames. */
export async function markAllDirty(database: Database, runId: string): Promise<void> {
  await database.transaction(
    (tx) =>
      tx.query(
        `insert into dirty_rollups (run_id, span_s, start_s)
        select distinct run_id, 1, second from frames where run_id = $1 order by second
        on conflict (run_id, span_s, start_s) do update set touched_at = now()`,
        [runId],
      ),
    { isIdempotent: true },
  );
}

/** Number of outdated intervals of a run, all spans. */
export async function countDirty(db: Queryable, runId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*) as count from dirty_rollups where run_id = $1',
    [runId],
  );
  return row?.count ?? 0;
}

/** Spans with outdated intervals of the age that their roll-up requires. */
export async function dirtySpans(
  db: Queryable,
  minAgeMs: (spanS: Span) => number,
  runId?: string,
): Promise<Set<Span>> {
  const rows = await db.query<{ spanS: Span }>(
    `select distinct span_s as "spanS" from dirty_rollups
    join unnest($1::int[], $2::float8[]) as age (of_span_s, ms) on of_span_s = span_s
    where touched_at <= clock_timestamp() - ms * interval '1 millisecond' and ($3::text is null or run_id = $3)`,
    [[...spans], spans.map(minAgeMs), runId ?? null],
  );
  return new Set(rows.map(({ spanS }) => spanS));
}

/** Runs with outdated intervals. */
export async function dirtyRunIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ runId: string }>('select distinct run_id as "runId" from dirty_rollups');
  return rows.map(({ runId }) => runId);
}

export interface RollupRange {
  runId: string;
  spanS: Span;
  /** '' for the roll-up over all grids, a grid id for its own; undefined: both. */
  gridId?: string;
  /** First start, inclusive. */
  fromS?: number;
  /** Last start, exclusive. */
  toS?: number;
  /** Returns the total of all labels, under the empty name, where it is stored. */
  isTotal?: boolean;
  /** Also returns the stored totals, as `total`. */
  hasTotals?: boolean;
  isLatestFirst?: boolean;
}

/** Roll-ups ordered by time and grid, read in pages. */
export async function* readRollups(
  db: Queryable,
  {
    runId,
    spanS,
    gridId,
    fromS,
    toS,
    isTotal = false,
    hasTotals = false,
    isLatestFirst = false,
  }: RollupRange,
  pageSize = 200,
): AsyncGenerator<RollupRow> {
  const [follows, direction] = isLatestFirst ? ['<', 'desc'] : ['>', 'asc'];
  let after: { startS: number; gridId: string } | undefined;
  for (;;) {
    const page = await db.query<RollupRow>(
      `select run_id as "runId", grid_id as "gridId", span_s as "spanS", start_s as "startS",
        ${isTotal ? 'coalesce(total, payload) as payload' : 'payload'}${hasTotals ? ', total' : ''}
      from rollups
      where run_id = $1 and span_s = $2
        and ($3::text is null or grid_id = $3)
        and start_s >= $4::bigint and start_s < $5::bigint
        and ($6::int is null or (start_s, grid_id) ${follows} ($6, $7))
      order by start_s ${direction}, grid_id ${direction} limit $8`,
      [
        runId,
        spanS,
        gridId ?? null,
        fromS ?? 0,
        toS ?? 2 ** 31,
        after?.startS ?? null,
        after?.gridId ?? null,
        pageSize,
      ],
    );
    yield* page;
    after = page.at(-1);
    if (!after || page.length < pageSize) return;
  }
}

/** The latest second with a roll-up; undefined without any. */
export async function lastRolledSecond(
  db: Queryable,
  { runId, gridId }: { runId: string; gridId: string },
): Promise<number | undefined> {
  const [row] = await db.query<{ second: number }>(
    `select start_s as second from rollups where run_id = $1 and span_s = 1 and grid_id = $2
     order by start_s desc limit 1`,
    [runId, gridId],
  );
  return row?.second;
}

/** Intervals of 15 s and 5 min that are outdated, or will be once finer ones are rolled up. */
export async function staleIntervals(
  db: Queryable,
  runId: string,
): Promise<(spanS: Span, startS: number) => boolean> {
  const marks = await db.query<{ spanS: Span; startS: number }>(
    'select span_s as "spanS", start_s as "startS" from dirty_rollups where run_id = $1 and span_s > 0',
    [runId],
  );
  const stale = new Set<string>();
  for (const mark of marks) {
    let at: { spanS: Span; startS: number } | undefined = mark;
    for (; at; at = parentOf(at.spanS, at.startS)) stale.add(`${at.spanS} ${at.startS}`);
  }
  return (spanS, startS) => stale.has(`${spanS} ${startS}`);
}

/** The oldest open transaction: everything written by older ones is visible. */
export async function snapshotStart(db: Queryable): Promise<string> {
  const [row] = await db.query<{ xid: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
  );
  if (!row) throw new Error('The database returned no snapshot.');
  return row.xid;
}

export interface ChangeQuery {
  runId: string;
  spanS: Span;
  /** Selects rows written by this transaction or later, or unfinished at `sinceS` and complete at `untilS`. */
  xid: string;
  sinceS: number;
  untilS: number;
  limit: number;
  /** Returns the total of all labels where it is stored. */
  isTotal: boolean;
}

/** Changed roll-ups over all grids: the latest `limit`, oldest first. */
export async function readChangedRollups(db: Queryable, query: ChangeQuery): Promise<RollupRow[]> {
  const { runId, spanS, xid, sinceS, untilS, limit, isTotal } = query;
  const rows = await db.query<RollupRow>(
    `select run_id as "runId", grid_id as "gridId", span_s as "spanS", start_s as "startS",
      ${isTotal ? 'coalesce(total, payload) as payload' : 'payload'}
    from (
      select * from rollups where run_id = $1 and span_s = $2 and grid_id = ''
        and written_by >= $3::text::xid8 and written_by < pg_snapshot_xmax(pg_current_snapshot())
      union
      select * from rollups where run_id = $1 and span_s = $2 and grid_id = '' and start_s > $4::bigint - $2 and start_s <= $5::bigint
    ) as news order by start_s desc limit $6`,
    [runId, spanS, xid, sinceS, untilS, limit],
  );
  return rows.reverse();
}
