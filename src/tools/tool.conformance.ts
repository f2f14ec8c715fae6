import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { until } from '../../test/support/until.ts';
import { AppError } from '../domain/errors.ts';
import {
  makeExecution,
  processesOf,
  readToEnd,
  startTarget,
  testContext,
  type Upload,
} from './execution.fixture.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Tool } from './tool.ts';

/** What a tool brings to be examined: how to make it, and scripts for it. */
export interface Examinee {
  create(): Tool;
  sandbox(): Promise<Sandbox>;
  /** What the machine lacks for it, or false. */
  skip: string | false;
  scripts: {
    /** Each user requests `/hello` so many times and ends. */
    counted(target: URL, users: number, times: number): Upload[];
    /** Two users request `/slow/20` until they are stopped. */
    endless(target: URL): Upload[];
    /** One user requests `/node/<node_index>/<grid_index>/<node_count>/<threads>` once. */
    perNode(target: URL): Upload[];
    /** One user requests `/word/<word>` for each of three words in the uploaded words.csv, named with its absolute path. */
    withData(target: URL): Upload[];
    /** One user writes `made.txt` to the results folder, named with its absolute path. */
    withResults(target: URL): Upload[];
    /** Cannot be loaded. */
    broken(): Upload[];
  };
}

/** What every tool promises to the agent. */
export function examineTool(name: string, examinee: Examinee): void {
  describe(name, { concurrency: 2, skip: examinee.skip }, () => {
    const { scripts } = examinee;
    const tool = examinee.create();
    let sandbox: Sandbox;
    before(async () => {
      sandbox = await examinee.sandbox();
      await tool.provision({ ...testContext(), sandbox }, () => {});
    });

    it('says that this machine can run it', async () => {
      const availability = await tool.probe({ ...testContext(), sandbox });
      assert.deepEqual(availability.missing, []);
      assert.equal(availability.isAvailable, true);
      assert.equal(availability.tool, tool.name);
    });

    it('counts exactly what the target counted', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.counted(target.url, 3, 40), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.equal(target.requests.length, 120);
      assert.equal(samples.length, 120);
      assert.deepEqual(conclusion, { exitCode: 0, signal: null, errors: [], samplesProduced: 120 });
      assert.ok(samples.every((sample) => sample.isPassed && sample.users >= 1 && sample.elapsedUs >= 0));
    });

    it('reads live, in order, nothing lost and nothing twice', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.endless(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      let reads = 0;
      const reading = readToEnd(tool, execution, () => {
        reads += 1;
      });
      await until('some requests', () => target.requests.length > 60);
      const early = await tool.read(execution, undefined);
      assert.ok(early.samples.length > 0, 'samples can be read while it runs');
      await tool.stop(execution, 'graceful');
      const live = await reading;
      const whole = await readToEnd(tool, execution);
      assert.ok(reads > 1);
      assert.deepEqual(live, whole);
      assert.deepEqual(whole.slice(0, early.samples.length), early.samples);
      assert.equal(whole.length, target.requests.length);
    });

    it('does nothing before the barrier opens, and starts at that instant', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.counted(target.url, 1, 5), {}, sandbox);
      await tool.launch(execution);
      assert.equal(await tool.isRunning(execution), true);
      const atMs = Date.now() + 700;
      await tool.release(execution, atMs);
      // Asking again, even for another time, changes nothing.
      await tool.release(execution, atMs + 3_600_000);
      const samples = await readToEnd(tool, execution);
      assert.equal(samples.length, 5);
      assert.ok(samples.every((sample) => sample.startedAtMs >= atMs));
      assert.ok(target.requests.every((request) => request.atMs >= atMs));
    });

    it('can be stopped while it is held', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.endless(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.stop(execution, 'graceful');
      await until('the end', async () => !(await tool.isRunning(execution)));
      const conclusion = await tool.conclude(execution);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(conclusion.samplesProduced, 0);
      assert.equal(target.requests.length, 0);
    });

    it('stops gracefully: what was begun is finished and counted, and no process is left', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.endless(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('some requests', () => target.requests.length > 20);
      await tool.stop(execution, 'graceful');
      await until('the end', async () => !(await tool.isRunning(execution)));
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.equal(samples.length, target.requests.length);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(conclusion.samplesProduced, samples.length);
      assert.deepEqual(await processesOf(execution), []);
    });

    it('stops by force: no process is left when it returns, and what was written counts', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.endless(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('some requests', () => target.requests.length > 20);
      assert.notDeepEqual(await processesOf(execution), []);
      await tool.stop(execution, 'force');
      assert.equal(await tool.isRunning(execution), false);
      assert.deepEqual(await processesOf(execution), []);
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.equal(conclusion.samplesProduced, samples.length);
      // Two users: at most two requests were under way.
      assert.ok(target.requests.length - samples.length <= 2);
    });

    it('can be taken over by another agent on the same workspace', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.endless(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('some samples', async () => (await tool.read(execution, undefined)).samples.length > 10);
      const first = await tool.read(execution, undefined);
      const heir = examinee.create();
      assert.equal(await heir.isRunning(execution), true);
      await heir.release(execution, Date.now());
      await until('more samples', async () => (await heir.read(execution, first.offset)).samples.length > 10);
      await heir.stop(execution, 'graceful');
      await until('the end', async () => !(await heir.isRunning(execution)));
      const rest = await heir.read(execution, first.offset);
      const conclusion = await heir.conclude(execution);
      assert.equal(first.samples.length + rest.samples.length, target.requests.length);
      assert.equal(conclusion.samplesProduced, target.requests.length);
      assert.equal(conclusion.exitCode, 0);
    });

    it('is not started twice, even when it is launched again', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.counted(target.url, 1, 3), {}, sandbox);
      await tool.launch(execution);
      const before = await processesOf(execution);
      await examinee.create().launch(execution);
      assert.deepEqual(await processesOf(execution), before);
      await tool.release(execution, Date.now());
      await readToEnd(tool, execution);
      await assert.rejects(
        tool.launch(execution),
        (error) => error instanceof AppError && error.code === 'conflict',
      );
      assert.equal(target.requests.length, 3);
    });

    it('keeps what it had measured when it is killed from outside, and says so', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.endless(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('some samples', async () => (await tool.read(execution, undefined)).samples.length > 20);
      for (const pid of await processesOf(execution)) {
        process.kill(pid, 'SIGKILL');
      }
      await until('the end', async () => !(await tool.isRunning(execution)));
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.ok(samples.length > 20);
      assert.equal(conclusion.samplesProduced, samples.length);
      assert.ok(target.requests.length - samples.length <= 2);
      assert.equal(conclusion.signal, 'SIGKILL');
      assert.equal(conclusion.errors.length, 1);
    });

    it('runs two executions side by side without mixing them up', async () => {
      await using one = await startTarget();
      await using two = await startTarget();
      await using first = await makeExecution(tool, scripts.counted(one.url, 2, 30), {}, sandbox);
      await using second = await makeExecution(tool, scripts.counted(two.url, 1, 20), {}, sandbox);
      await Promise.all([tool.launch(first), tool.launch(second)]);
      const atMs = Date.now() + 100;
      await Promise.all([tool.release(first, atMs), tool.release(second, atMs)]);
      const [ones, twos] = await Promise.all([readToEnd(tool, first), readToEnd(tool, second)]);
      assert.deepEqual([ones.length, one.requests.length], [60, 60]);
      assert.deepEqual([twos.length, two.requests.length], [20, 20]);
    });

    it('tells the script which node it is', async () => {
      await using target = await startTarget();
      const spec = { nodeIndex: 4, gridIndex: 2, nodeCount: 9, threads: 7 };
      await using execution = await makeExecution(tool, scripts.perNode(target.url), spec, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await readToEnd(tool, execution);
      assert.deepEqual(
        target.requests.map((request) => request.path),
        ['/node/4/2/9/7'],
      );
    });

    it('shows the uploaded files where old scripts look for them', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.withData(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await readToEnd(tool, execution);
      assert.deepEqual(
        target.requests.map((request) => request.path),
        ['/word/one', '/word/two', '/word/drei'],
      );
    });

    it('keeps what the script writes to its results', async () => {
      await using target = await startTarget();
      await using execution = await makeExecution(tool, scripts.withResults(target.url), {}, sandbox);
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await readToEnd(tool, execution);
      assert.equal(await readFile(join(execution.folders.results, 'made.txt'), 'utf8'), 'made');
      assert.ok((await readdir(execution.folders.results)).some((file) => file.endsWith('.log')));
      assert.ok((await tool.logTail(execution, 5)).length > 0);
      for (const file of await tool.archiveFiles(execution)) {
        assert.ok((await readFile(file.path)).length > 0);
      }
    });

    it('refuses a script that it cannot load, with a sentence, and leaves nothing running', async () => {
      await using execution = await makeExecution(tool, scripts.broken(), {}, sandbox);
      await assert.rejects(
        tool.launch(execution),
        (error) => error instanceof AppError && error.code === 'plan_broken' && error.message.length > 20,
      );
      assert.equal(await tool.isRunning(execution), false);
      assert.deepEqual(await processesOf(execution), []);
    });
  });
}
