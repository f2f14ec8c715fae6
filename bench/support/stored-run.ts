import { silentLog } from '../../src/lib/log.ts';
import type { Caps } from '../../src/metrics/caps.ts';
import { createRoller } from '../../src/runs/roller.ts';
import type { Database } from '../../src/store/database.ts';
import { insertFrames } from '../../src/store/frames.ts';
import { framesFor } from '../../test/support/measured-run.ts';
import { insertRunRows } from '../../test/support/rows.ts';

export interface StoredRun {
  seconds: number;
  labels: number;
  /** Samples per second, spread evenly over the labels. */
  rate: number;
}

const caps: Caps = { maxLabels: 2000, maxErrorTexts: 100 };
const chunkS = 300;

/** Writes a run that has just ended directly into the tables, with roll-ups. A service started on them finishes it. */
export async function storeRun(database: Database, { seconds, labels, rate }: StoredRun): Promise<string> {
  const { runId, executions } = await insertRunRows(database);
  const endS = Math.floor(Date.now() / 1000);
  const startS = endS - seconds;
  const executionId = executions[0]?.executionId ?? '';
  const names = labelNames(labels);
  let frames = 0;
  for (let at = 0; at < seconds; at += chunkS) {
    const measured = {
      seconds: Math.min(chunkS, seconds - at),
      fromS: startS + at,
      rate,
      labels: names,
      failing: 0.01,
      seed: at + 1,
      drift: 0.1,
    };
    const chunk = framesFor(measured, executionId, runId, frames + 1);
    await insertFrames(database, chunk);
    frames += chunk.length;
  }
  const roller = createRoller({ database, log: silentLog, caps });
  await roller.rollRun(runId);
  await roller.close();
  await database.query(
    `update runs set name = 'A long run', started_at = to_timestamp($2::float8), start_at = to_timestamp($2::float8) where id = $1`,
    [runId, startS],
  );
  await database.query(`update executions set state = 'delivered', want = 'forget' where run_id = $1`, [
    runId,
  ]);
  return runId;
}

export function labelNames(count: number): string[] {
  const actions = ['GET', 'POST', 'PUT', 'DELETE'];
  const places = ['catalogue', 'basket', 'checkout', 'account', 'search'];
  return Array.from(
    { length: count },
    (_, at) => `${actions[at % 4]} /${places[at % 5]}/item-${String(at).padStart(4, '0')}`,
  );
}
