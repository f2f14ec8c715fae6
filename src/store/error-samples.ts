import type { ErrorSample } from '../domain/error-sample.ts';
import type { Queryable } from './database.ts';

export interface ErrorSampleFilter {
  label?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
}

export interface StoredErrorSample extends ErrorSample {
  gridId: string;
  nodeIndex: number;
}

/** Stores a sample once. An unknown execution has no effect. */
export async function insertErrorSample(
  db: Queryable,
  nodeId: string,
  { executionId, seq, sample }: { executionId: string; seq: number; sample: ErrorSample },
): Promise<void> {
  await db.query(
    `insert into error_samples (execution_id, seq, run_id, label, code, message, sample)
     select id, $3, run_id, $4, $5, $6, $7 from executions where id = $1 and node_id = $2
     on conflict do nothing`,
    [executionId, nodeId, seq, sample.label, sample.code, sample.message, JSON.stringify(sample)],
  );
}

/** The earliest first. */
export async function readErrorSamples(
  db: Queryable,
  runId: string,
  { label, code, message }: ErrorSampleFilter,
  limit: number,
): Promise<{ total: number; samples: StoredErrorSample[] }> {
  const where = `from error_samples join executions on executions.id = execution_id
    where error_samples.run_id = $1 and ($2::text is null or label = $2) and ($3::text is null or code = $3)
      and ($4::text is null or message = $4)`;
  const values = [runId, label ?? null, code ?? null, message ?? null];
  const [count] = await db.query<{ total: number }>(`select count(*)::integer as total ${where}`, values);
  const rows = await db.query<{ sample: ErrorSample; gridId: string; nodeIndex: number }>(
    `select sample, grid_id as "gridId", node_index as "nodeIndex" ${where}
     order by (sample->>'startedAtMs')::double precision, execution_id, seq limit $5`,
    [...values, limit],
  );
  return {
    total: count?.total ?? 0,
    samples: rows.map(({ sample, ...place }) => ({ ...sample, ...place })),
  };
}

export async function removeErrorSamples(db: Queryable, runId: string): Promise<void> {
  await db.query('delete from error_samples where run_id = $1', [runId]);
}
