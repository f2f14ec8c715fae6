import type { Client } from '../../contract/client.ts';
import type { RunFilterInput } from '../../contract/inputs.ts';
import type { RunResource } from '../../contract/resources/run.ts';

/** All runs, newest first; pages are loaded on demand. */
export async function* listRuns(
  client: Client,
  filter: Omit<RunFilterInput, 'page'> = {},
): AsyncGenerator<RunResource> {
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { _embedded, _links } = await client.runs.list({ ...filter, page });
    for (const run of _embedded.runs) {
      // Runs created in the meantime shift others to later pages.
      if (seen.has(run.uuid)) continue;
      seen.add(run.uuid);
      yield run;
    }
    if (_links.next === undefined || _embedded.runs.length === 0) return;
  }
}
