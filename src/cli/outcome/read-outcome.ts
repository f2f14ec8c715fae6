import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { Outcome } from './outcome.ts';

/** The report of a run and what makes its figures doubtful; with thresholds to try in place of its own, if given. */
export async function readOutcome(
  client: Client,
  run: RunResource,
  { failIf = [], signal }: { failIf?: readonly string[]; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const input = failIf.length > 0 ? { fail_if: [...failIf] } : {};
  const [report, view] = await Promise.all([
    client.runs.report(run.uuid, input, { signal }),
    client.runs.view(run.uuid, {}, { signal }),
  ]);
  return { run, report, doubts: view.verdict.doubts, generator: view.generator };
}
