import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolName } from '../../src/domain/tool.ts';
import { memoryPerUserBytes } from '../../src/domain/tool-capacity.ts';
import { runnableTools } from '../../src/tools/tools.ts';
import { needsOf } from '../support/needs.ts';
import { notTested } from '../support/not-tested.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';
import { isFullSuite } from '../support/suite.ts';
import { toolScripts } from '../support/tool-scripts.ts';
import { until } from '../support/until.ts';

// The common contract of all tools through the real service: equal counts, stop and rejections.
const runnable = runnableTools.filter((tool) => !needsOf(tool));
const stage = useStage(runnable.length === 0 && 'no tool can run here', {
  SPATE_EXECUTION_MEMORY_MB: '2048',
});

const visits = 5;
/** Each tool has its own page, so that requests are counted separately. */
const pages: Record<ToolName, string> = {
  jmeter: '/',
  gatling: '/search',
  'java-selenium-chrome': '/product',
  'java-selenium-firefox': '/cart',
  'service-chrome': '/checkout',
};
/** Tool names with a version, as clients send them. */
const requested: Partial<Record<ToolName, string>> = { jmeter: 'jmeter-5.4', gatling: 'gatling-2.1.4' };

function scriptOf(tool: ToolName, often: number | undefined): Record<string, string> {
  return toolScripts[tool]({ port: stage.target.port, path: pages[tool], visits: often });
}

async function assertAgreed(run: Json, expected: number): Promise<void> {
  assert.deepEqual(await countEverywhere(stage.service, run), {
    series: expected,
    report: expected,
    csv: expected,
    frames: expected,
  });
  const { reconciliation, labels } = await stage.service.json(`/runs/${run.uuid}/report`);
  for (const step of ['produced', 'framed', 'received', 'stored', 'reported'])
    assert.equal(reconciliation[step], expected, step);
  assert.deepEqual(
    labels.map((label: Json) => label.label),
    ['Visit'],
  );
}

/** The conformance tests stop every tool; a stop through the service costs a compiler and browsers. */
const isStopped = (tool: ToolName) => isFullSuite() || tool === 'jmeter';

for (const tool of runnableTools) {
  const skip = needsOf(tool);
  const threads = tool.startsWith('java-selenium') ? 1 : 2;
  const sent = () => stage.requestsTo(pages[tool]);

  test(`${tool}: target, series, report, CSV and archive have equal counts`, {
    skip,
  }, async () => {
    const run = await createRun(stage.service, {
      fields: { 'run[tool]': requested[tool] ?? tool, 'run[threads]': String(threads) },
      files: scriptOf(tool, visits),
    });
    assert.equal(run.tool, requested[tool] ?? tool);
    const finished = await awaitStatus(stage.service, run.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    assert.equal(sent(), threads * visits);
    await assertAgreed(finished, threads * visits);
  });

  if (isStopped(tool)) {
    test(`${tool}: counts are still equal after a stop`, { skip }, async () => {
      const before = sent();
      const run = await createRun(stage.service, {
        fields: { 'run[tool]': tool, 'run[threads]': String(threads), 'run[duration]': '600' },
        files: scriptOf(tool, undefined),
      });
      await until('the target is being asked', () => sent() - before >= 5 * threads, 240_000);
      const stopped = await stage.service.json(`/runs/${run.uuid}/stop`);
      assert.equal(stopped.status, 'finished');
      const { report } = await countEverywhere(stage.service, stopped);
      await assertAgreed(stopped, report);
      const seen = sent() - before;
      // Requests in flight at that time had reached the target but were not measured.
      assert.ok(
        report <= seen && seen - report <= threads,
        `the target saw ${seen}, the report has ${report}`,
      );
    });
  } else {
    notTested(`${tool}: counts are still equal after a stop`);
  }

  if (memoryPerUserBytes[tool] !== undefined) {
    test(`${tool}: more users than fit into the memory of a node are rejected`, { skip }, async () => {
      const form = new FormData();
      form.append('run[tool]', tool);
      form.append('run[threads]', '10000');
      for (const [name, content] of Object.entries(scriptOf(tool, visits)))
        form.append('run_files[]', new Blob([content]), name);
      const answer = await stage.service.fetch('/runs', { method: 'POST', body: form });
      const body = (await answer.json()) as Json;
      assert.equal(answer.status, 422);
      assert.equal(body.code, 'over_capacity');
      assert.equal(body.details[0].field, 'run[threads]');
      assert.match(
        body.error,
        new RegExp(`can run at most \\d+ threads of ${tool}.*requests 10000 per node`),
      );
    });
  }
}
