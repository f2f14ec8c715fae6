import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { isFullSuite } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { readStat } from '../../lib/process-identity.ts';
import {
  makeExecution,
  once,
  processesOf,
  readToEnd,
  runToEnd,
  startTarget,
  type Upload,
} from '../execution.fixture.ts';
import type { ToolExecution } from '../tool.ts';
import { serviceChromeFiles } from './folders.ts';
import { browserScript, visitStep } from './script.fixture.ts';
import { createServiceChrome } from './service-chrome.ts';

const tool = createServiceChrome();
const apart = createServiceChrome({ usersPerWorker: 1 });
const memoryBytes = 2 ** 31;

const make = (script: Upload, spec: Partial<ExecutionSpec> = {}, memory = memoryBytes) =>
  makeExecution(tool, [script], { threads: 1, ...spec }, undefined, memory);

/** Processes of an execution whose command line contains one word and not the other. */
async function processesWith(execution: ToolExecution, word: string, without: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processesOf(execution)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(word) && !line.includes(without)) {
      found.push(pid);
    }
  }
  return found;
}

async function killBrowser(execution: ToolExecution): Promise<void> {
  const browsers = await processesWith(execution, '--remote-debugging-pipe', '--type=');
  // A child has the command line of its parent until it executes its own program.
  const browser = browsers.find((pid) => !browsers.includes(readStat(pid)?.parentPid ?? 0));
  assert.ok(browser);
  process.kill(browser, 'SIGKILL');
}

interface Step {
  user: number;
  label: string;
  screenshots: string[];
  sources: string[];
  console: string[];
  page: { url: string; loadMs: number };
  errorText: string;
}

async function readSteps(execution: ToolExecution): Promise<Step[]> {
  const text = await readFile(serviceChromeFiles(execution.folders).steps, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Three users in one browser, two iterations: a step of the first fails, the second calls process.exit, the third omits await. */
const runMixed = once(async () => {
  await using target = await startTarget();
  const { origin } = target.url;
  const isUser = (index: number) => `() => process.env.THREAD_ID === '${index}'`;
  const script = browserScript(
    `${visitStep(target.url, '/user/${process.env.THREAD_ID}/${++visits}')}
    step('leave', async () => { if (process.env.THREAD_ID === '1') process.exit(3) })
    step.if(${isUser(2)}, 'forgetful', async (browser: Browser) => {
      Promise.reject(new Error('forgotten'))
      setTimeout(() => { throw new Error('thrown late') }, 1)
      await browser.visit('${origin}/forgetful')
    })
    step.if(${isUser(0)}, 'fail', async (browser: Browser) => {
      await browser.visit('${origin}/hello')
      await browser.evaluate(() => console.error('the page said this'))
      throw new Error('not what I expected')
    })`,
    { loops: 2, settings: 'screenshotOnFailure: true', before: 'let visits = 0' },
  );
  await using execution = await make(script, { threads: 3 });
  const { samples, conclusion } = await runToEnd(tool, execution);
  const failed = (await readSteps(execution)).find(({ label }) => label === 'fail');
  assert.ok(failed, `no step failed: ${conclusion.errors.join(' ')}`);
  const { results } = execution.folders;
  return {
    origin,
    samples,
    conclusion,
    failed,
    paths: target.requests.map(({ path }) => path),
    picture: await readFile(join(results, failed.screenshots[0] ?? '')),
    source: await readFile(join(results, failed.sources[0] ?? ''), 'utf8'),
    log: await readFile(serviceChromeFiles(execution.folders).log, 'utf8'),
  };
});

describe('service-chrome', { concurrency: 2, skip: needs('chromium') }, () => {
  if (isFullSuite()) {
    it('opens another browser after a crash, and counts the affected step as failed', async () => {
      await using target = await startTarget();
      await using execution = await make(browserScript(visitStep(target.url, '/hello', 5)));
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('some requests', () => target.requests.length > 5);
      await killBrowser(execution);
      const before = target.requests.length;
      await until('more requests', () => target.requests.length > before + 10);
      await tool.stop(execution, 'graceful');
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      const passed = samples.filter((sample) => sample.isPassed).length;
      assert.deepEqual(conclusion.errors, []);
      assert.equal(conclusion.samplesProduced, samples.length);
      assert.ok(target.requests.length - passed <= 1, 'at most the aborted one');
      assert.ok(passed > 10);
    });
  }

  it('gives each user its own environment, variables and number', async () => {
    const { paths } = await runMixed();
    assert.deepEqual(paths.filter((path) => path.startsWith('/user/')).sort(), [
      '/user/0/1',
      '/user/0/2',
      '/user/1/1',
      '/user/2/1',
      '/user/2/2',
    ]);
  });

  it('stores screenshot, page source and console of a failed step in the results', async () => {
    const { origin, samples, failed, picture, source, log } = await runMixed();
    assert.equal(samples.filter((sample) => !sample.isPassed).length, 2);
    assert.equal(failed.screenshots.length, 1);
    assert.ok(picture.length > 1000);
    assert.match(source, /<title>\/hello<\/title>/);
    assert.match(failed.console.join(), /the page said this/);
    assert.match(failed.errorText, /not what I expected[\s\S]*script\.ts:\d+/);
    assert.equal(failed.page.url, `${origin}/hello`);
    assert.ok(failed.page.loadMs > 0);
    assert.match(log, /===> Step 'fail'[\s\S]*---> visit\([\s\S]*=!=> Failure in fail: /);
  });

  if (isFullSuite()) {
    it('continues users of other processes when one process is killed', async () => {
      await using target = await startTarget();
      await using execution = await make(browserScript(visitStep(target.url, '/hello', 10)), { threads: 2 });
      await apart.launch(execution);
      await apart.release(execution, Date.now());
      await until('samples of both users', async () => {
        const steps = await readSteps(execution).catch(() => []);
        return new Set(steps.map((step) => step.user)).size === 2;
      });
      const [worker] = await processesWith(execution, 'runner/worker.ts', '--type');
      assert.ok(worker);
      process.kill(worker, 'SIGKILL');
      const before = target.requests.length;
      await until('more requests of the other user', () => target.requests.length > before + 15);
      await apart.stop(execution, 'graceful');
      const samples = await readToEnd(apart, execution);
      const conclusion = await apart.conclude(execution);
      assert.deepEqual(conclusion.errors, [
        '1 of 2 users was lost because their process was terminated by SIGKILL.',
      ]);
      assert.equal(conclusion.exitCode, 0);
      assert.equal(conclusion.samplesProduced, samples.length);
      assert.ok(target.requests.length - samples.length <= 1);
      assert.equal((await readSteps(execution)).length, samples.length);
      assert.equal(samples.at(-1)?.users, 1);
    });

    it('ends a blocking loop at the end of the duration, and keeps all other numbers', async () => {
      await using target = await startTarget();
      // Atomics.wait blocks the thread without using the processor.
      const script = browserScript(`${visitStep(target.url, '/slow/1000')}
        step('loop', async () => {
          const cell = new Int32Array(new SharedArrayBuffer(4))
          while (process.env.THREAD_ID === '1') Atomics.wait(cell, 0, 0, 100)
        })`);
      await using execution = await make(script, { threads: 2, durationS: 10 });
      const { samples, conclusion } = await runToEnd(apart, execution);
      assert.equal(conclusion.errors.length, 1);
      assert.match(
        conclusion.errors[0] ?? '',
        /^1 of 2 users was lost because the script was blocked by an endless loop/,
      );
      const visits = samples.filter((sample) => sample.label === 'visit').length;
      assert.equal(visits, target.requests.length);
      assert.ok(visits > 2);
    });

    it('opens another browser after a crash while a page opened', async () => {
      // A user of this script opens pages all the time.
      await using execution = await make(browserScript(`step('nothing', async () => {})`));
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      const steps = async () => (await readSteps(execution).catch(() => [])).length;
      for (let crashes = 0; crashes < 3; crashes += 1) {
        const before = await steps();
        await until('more steps', async () => (await steps()) > before + 2);
        await killBrowser(execution);
      }
      const before = await steps();
      await until('steps after the last crash', async () => (await steps()) > before + 2);
      await tool.stop(execution, 'graceful');
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(conclusion.samplesProduced, samples.length);
    });

    it('rejects a script that ends the process while it is loaded', async () => {
      await using execution = await make(browserScript('', { before: 'process.exit(7)' }));
      await assert.rejects(tool.launch(execution), /called process\.exit\(7\) while it was loaded/);
    });

    it('aborts an endless step when the grace of a stop ends', async () => {
      await using target = await startTarget();
      const script = browserScript(`${visitStep(target.url, '/hello')}
        step('endless', async () => { await new Promise(() => {}) })`);
      await using execution = await make(script, { stopGraceS: 4 });
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('the first sample', async () => (await tool.read(execution, undefined)).samples.length > 0);
      await tool.stop(execution, 'graceful');
      await until('the end', async () => !(await tool.isRunning(execution)));
      const conclusion = await tool.conclude(execution);
      assert.deepEqual(conclusion, { exitCode: 0, signal: null, errors: [], samplesProduced: 1 });
      assert.deepEqual(await processesOf(execution), []);
    });

    it('reports a script that exceeds its memory limit', async () => {
      await using target = await startTarget();
      const script = browserScript(`${visitStep(target.url, '/hello')}
        step('hoard', async () => { const all = []; for (;;) all.push(new Array(1000).fill({})) })`);
      await using execution = await make(script, {}, 800 * 2 ** 20);
      const { samples, conclusion } = await runToEnd(tool, execution);
      const { errors } = conclusion;
      assert.equal(errors.length, 1);
      assert.match(
        errors[0] ?? '',
        /1 of 1 user was lost because the script exceeded its memory limit of 200 MB/,
      );
      assert.equal(samples.length, 1);
    });

    it('ends the user that calls process.exit, and no other', async () => {
      const { samples, conclusion } = await runMixed();
      assert.deepEqual(conclusion.errors, [
        '1 of 3 users ended early because the script called process.exit(3).',
      ]);
      const count = (label: string) => samples.filter((sample) => sample.label === label).length;
      assert.deepEqual([count('visit'), count('leave')], [5, 4]);
    });

    it('continues after unhandled errors', async () => {
      const { samples, paths, log } = await runMixed();
      const forgetful = samples.filter((sample) => sample.label === 'forgetful');
      assert.deepEqual(
        forgetful.map((sample) => sample.isPassed),
        [true, true],
      );
      assert.equal(paths.filter((path) => path === '/forgetful').length, 2);
      assert.match(log, /Unhandled error: Error: forgotten/);
      assert.match(log, /Unhandled error: Error: thrown late/);
    });
  }
});
