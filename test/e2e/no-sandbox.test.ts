import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { plan } from '../support/plan.ts';
import { type Json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

test('on a machine without a working sandbox runs are rejected, with a fix', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const service = await startService({
    PATH: [folder, process.env.PATH].join(delimiter),
    SPATE_SANDBOX: 'on',
  });
  t.after(() => service.close());
  const sentence = /bubblewrap does not work .* accept that with SPATE_SANDBOX=off\./;
  const node = await until('the node of the shared grid speaks', async () => {
    const [grid] = (await service.json('/grids'))._embedded.grids;
    const [first] = grid?.nodes ?? [];
    return first?.sandbox ? first : undefined;
  });
  assert.equal(node.sandbox, 'none');
  assert.match(node.sandbox_notes.join(), sentence);
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const refused = await service.fetch('/runs', { method: 'POST', body: form });
  const body = (await refused.json()) as Json;
  assert.deepEqual([refused.status, body.code], [422, 'tool_unavailable']);
  assert.match(body.error, sentence);
});
