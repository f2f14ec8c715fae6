import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { CliError } from '../cli-error.ts';
import { listRuns } from './list-runs.ts';
import { pickByPrefix } from './pick-by-prefix.ts';
import { isWholeId } from './resolve-grid.ts';

/** An id prefix is searched in this many of the latest runs. */
const searchedRuns = 1000;

/** Finds a run by id, id prefix, page URL, `last` or `-`. */
export async function resolveRun(text: string, client: Client): Promise<RunResource> {
  const given = idInAddress(text);
  if (isWholeId(given)) return client.runs.get(given);
  const latest: RunResource[] = [];
  const isLast = given === 'last' || given === '-';
  for await (const run of listRuns(client)) {
    if (isLast) return run;
    latest.push(run);
    if (latest.length === searchedRuns) break;
  }
  if (isLast) throw new CliError('No runs yet.', 'Start one with: spate run plan.jmx');
  const found = pickByPrefix(given, latest, 'run', (run) => `${run.uuid}  ${run.name ?? run.created}`);
  if (found) return found;
  const where = latest.length < searchedRuns ? '' : ` (searched the latest ${searchedRuns})`;
  throw new CliError(
    `Run not found: "${text}"${where}.`,
    'List runs with: spate ls. "last" is the latest run.',
  );
}

function idInAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  return new URL(text).pathname.split('/').filter(Boolean).at(-1) ?? text;
}
