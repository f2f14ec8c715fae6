import type { Client } from '../../contract/client.ts';
import type { Times } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { Outcome } from './outcome.ts';

interface OutcomeQuery {
  /** Thresholds to try in place of the run's own. */
  failIf?: readonly string[] | undefined;
  times?: Times;
  signal?: AbortSignal | undefined;
}

/** The report of a run and what makes its figures doubtful; with thresholds to try in place of its own, if given. */
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
