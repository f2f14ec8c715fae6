import type { Client } from '../../contract/client.ts';
import type { Times } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { Outcome } from './outcome.ts';

interface OutcomeQuery {
  /** Thresholds to evaluate instead of those of the run. */
  failIf?: readonly string[] | undefined;
  times?: Times;
  signal?: AbortSignal | undefined;
}

/** Loads the report and the doubts of a run. */
export async function readOutcome(
  client: Client,
  run: RunResource,
  { failIf = [], times = 'passed', signal }: OutcomeQuery = {},
): Promise<Outcome> {
  const input = { ...(failIf.length > 0 ? { fail_if: [...failIf] } : {}), times };
  const [report, view] = await Promise.all([
    client.runs.report(run.uuid, input, { signal }),
    client.runs.view(run.uuid, {}, { signal }),
  ]);
  return { run, report, doubts: view.verdict.doubts, generator: view.generator };
}
