import assert from 'node:assert/strict';
import { rmdir } from 'node:fs/promises';
import { test } from 'node:test';
import { egressPolicy, parseEgress } from '../../src/domain/egress.ts';
import { startTarget } from '../../src/lib/demo-target.ts';
import { enforceEgress, findNameServers } from '../../src/tools/sandbox/egress/enforce.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { type Json, startService } from '../support/service.ts';

/** The control group stays for later agents with the same rules; these rules are unique to this test. */
async function removeGroup(rules: string): Promise<void> {
  const enforced = await enforceEgress(egressPolicy(parseEgress(rules), await findNameServers()));
  if ('group' in enforced) await rmdir(enforced.group);
}

test('a rule of the operator blocks the target of a plan, or the run is rejected if it cannot be enforced', {
  skip: needs('bubblewrap'),
}, async (t) => {
  const [closed, open] = [await startTarget(), await startTarget()];
  t.after(() => Promise.all([closed.stop(), open.stop()]));
  const rules = `deny:127.0.0.0/8:${closed.port}`;
  const service = await startService({ SPATE_EGRESS: rules });
  t.after(() => service.close());
  t.after(() => removeGroup(rules));
  const files = (port: number) => ({ 'plan.jmx': plan({ port, threads: '1', loops: '3' }) });
  const usual = await enforceEgress(egressPolicy([], []));
  // Only as root, and not in every container; elsewhere runs are rejected because of the rules.
  if ('failure' in usual) {
    const sentence =
      /tool_unavailable.*deny rules of SPATE_EGRESS cannot be enforced|cannot be enforced.*tool_unavailable/s;
    await assert.rejects(createRun(service, { files: files(open.port) }), sentence);
    return;
  }
  const summaries: Json[] = [];
  for (const { port } of [closed, open]) {
    const run = await createRun(service, { files: files(port) });
    await awaitStatus(service, run.uuid, 'finished');
    const [{ passed, failed }] = (await service.json(`/runs/${run.uuid}/report`)).labels;
    summaries.push({ passed, failed });
  }
  assert.deepEqual(summaries, [
    { passed: 0, failed: 3 },
    { passed: 3, failed: 0 },
  ]);
  assert.deepEqual([closed.counts(), open.counts()['/']?.requests], [{}, 3]);
});
