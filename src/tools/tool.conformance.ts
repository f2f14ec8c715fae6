import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { before, describe, it } from 'node:test';
import { isFullSuite } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { AppError } from '../domain/errors.ts';
import type { ExecutionSpec } from '../domain/execution.ts';
import { sendSignal } from '../lib/process-identity.ts';
import {
  makeExecution,
  processesOf,
  readToEnd,
  samplesOf,
  startTarget,
  type Target,
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
  /** What an execution of two or three users gets; 768 MB unless given. */
  memoryBytes?: number;
  /**
   * Another sandbox or browser of a tool that passes the whole suite: examined only for what it can change, and only by
   * the full suite.
   */
  isVariant?: boolean;
  /** How many requests a user makes where there are to be many; 40 unless given. A browser needs much longer for each. */
  manyRequests?: number;
  /** How long the run lasts whose end is examined; 4 s unless given. A browser needs a part of it for its start. */
  durationS?: number;
  /** What every execution of it is told besides. */
  spec?: Partial<ExecutionSpec>;
  scripts: Scripts;
}

/** Every request to a path is one sample. Where `threads` says how many users there are, it is set to the same number. */
export interface Scripts {
  /** Each user requests `/hello` so many times and ends. */
  counted(target: URL, users: number, times: number): Upload[];
  /** Two users request `/slow/20` until they are stopped. */
  endless(target: URL): Upload[];
  /**
   * As many users as `threads` says come over `rampup` and request `/slow/20/<number of the user>` until `duration` is
   * over. The second of two users begins when at least half of `rampup` has passed.
   */
  timed(target: URL): Upload[];
  /**
   * One user requests `/told/<node_index>/<grid_index>/<node_count>/<threads>/<greeting>/<COLOUR>` once. The greeting comes by
   * override_parameters; the colour is in the uploaded environment file as blue.
   */
  told(target: URL, greeting: string): { uploads: Upload[]; overrideParameters: string };
  /**
   * One user writes `made.txt` to the results folder and requests `/word/<word>` for each of three words in the uploaded
   * words.csv; both files are named with their absolute paths.
   */
  withFiles(target: URL): Upload[];
  /** One user requests `/fail` once, which answers with 500. */
  failing(target: URL): Upload[];
  /** One user prints more than eight million characters and requests `/hello` once. */
  chatty(target: URL): Upload[];
  /** One user writes its environment and whatever it can read of these files to `seen.txt` in the results folder. */
  nosy(target: URL, places: string[]): Upload[];
  /** Cannot be loaded. */
  broken(): Upload[];
}

/** Between the clock of the tool and ours. */
const clockToleranceMs = 50;

/** What every tool promises to the agent. */
export function examineTool(name: string, examinee: Examinee): void {
  const isVariant = examinee.isVariant ?? false;
  if (isVariant && !isFullSuite()) {
    console.log(`Not examined here: ${name}. npm run test:full examines it.`);
    return;
  }
  describe(name, { concurrency: 2, skip: examinee.skip }, () => {
    const { scripts } = examinee;
    const tool = examinee.create();
    const leftOut: string[] = [];
    const itOnce = (promise: string, examine: () => Promise<void>) => {
      if (isVariant) leftOut.push(promise);
      else it(promise, examine);
    };
    const many = examinee.manyRequests ?? 40;
    let sandbox: Sandbox;
    const make = (uploads: Upload[], spec: Partial<ExecutionSpec> = {}) =>
      makeExecution(tool, uploads, { threads: 1, ...examinee.spec, ...spec }, sandbox, examinee.memoryBytes);
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

    it('does nothing before the barrier opens, and then counts exactly what the target counted', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.counted(target.url, 2, many), { threads: 2 });
      await tool.launch(execution);
      assert.equal(await tool.isRunning(execution), true);
      const atMs = Date.now() + 700;
      await tool.release(execution, atMs);
      // Asking again, even for another time, changes nothing.
      await tool.release(execution, atMs + 3_600_000);
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      const expected = 2 * many;
      assert.deepEqual([samples.length, target.requests.length], [expected, expected]);
      assert.deepEqual(conclusion, { exitCode: 0, signal: null, errors: [], samplesProduced: expected });
      assert.ok(samples.every((sample) => sample.isPassed && sample.users >= 1 && sample.elapsedUs >= 0));
      assert.ok(samples.every((sample) => sample.startedAtMs >= atMs));
      assert.ok(target.requests.every((request) => request.atMs >= atMs));
    });

    it('brings users over rampup, reads live, can be taken over by another agent, and stops gracefully: nothing is lost and nothing twice', async () => {
      await using target = await startTarget();
      const rampupS = 4;
      const ramp = { threads: 2, rampupS, durationS: 3600 };
      await using execution = await make(scripts.timed(target.url), ramp);
      await tool.launch(execution);
      const atMs = Date.now();
      await tool.release(execution, atMs);
      let reads = 0;
      const reading = readToEnd(tool, execution, () => {
        reads += 1;
      });
      await until('some requests of both users', () => {
        return target.requests.length > many && firstRequests(target).length === 2;
      });
      const early = await tool.read(execution, undefined);
      assert.ok(samplesOf(early).length > 0, 'samples can be read while it runs');

      const heir = examinee.create();
      assert.equal(await heir.isRunning(execution), true);
      await heir.release(execution, Date.now());
      // A user of a browser tool counts from its first sample on.
      await until('more samples, some of them with both users', async () => {
        const more = samplesOf(await heir.read(execution, early.offset));
        return more.length > many / 4 && more.some((sample) => sample.users === 2);
      });
      await heir.stop(execution, 'graceful');
      await until('the end', async () => !(await heir.isRunning(execution)));
      const live = await reading;
      const whole = await readToEnd(heir, execution);
      const rest = samplesOf(await heir.read(execution, early.offset));
      const conclusion = await heir.conclude(execution);
      assert.ok(reads > 1);
      assert.deepEqual(live, whole);
      assert.deepEqual([...samplesOf(early), ...rest], whole);
      assert.equal(whole.length, target.requests.length);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(conclusion.exitCode, 0);
      assert.equal(conclusion.samplesProduced, whole.length);
      assert.deepEqual(await processesOf(execution), [], 'no process is left');
      // However slow the machine: the second user is never early, and counted from when it began.
      const secondAtMs = atMs + (rampupS * 1000) / 2 - clockToleranceMs;
      const [, secondUser] = firstRequests(target);
      assert.ok((secondUser?.atMs ?? 0) >= secondAtMs, 'the second user comes later than the first');
      assert.equal(Math.max(...whole.map((sample) => sample.users)), 2);
      const before = whole.filter((sample) => sample.startedAtMs + sample.elapsedUs / 1000 < secondAtMs);
      assert.ok(before.every((sample) => sample.users === 1));
    });

    itOnce('can be stopped while it is held', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.endless(target.url), { threads: 2 });
      await tool.launch(execution);
      await tool.stop(execution, 'graceful');
      await until('the end', async () => !(await tool.isRunning(execution)));
      const conclusion = await tool.conclude(execution);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(conclusion.samplesProduced, 0);
      assert.equal(target.requests.length, 0);
    });

    it('stops by force: no process is left when it returns, and what was written counts', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.endless(target.url), { threads: 2 });
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('some requests', () => target.requests.length > many / 2);
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

    it('keeps what it had measured when it is killed from outside, and says so', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.endless(target.url), { threads: 2 });
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until(
        'some samples',
        async () => samplesOf(await tool.read(execution, undefined)).length > many / 2,
      );
      for (const pid of await processesOf(execution)) {
        // One that ends because another was killed may be gone already.
        sendSignal(pid, 'SIGKILL');
      }
      await until('the end', async () => !(await tool.isRunning(execution)));
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.ok(samples.length > many / 2);
      assert.equal(conclusion.samplesProduced, samples.length);
      // Of each of the two users the request under way.
      const lost = target.requests.length - samples.length;
      assert.ok(lost <= 2, `${lost} of ${target.requests.length} requests are missing`);
      assert.equal(conclusion.signal, 'SIGKILL');
      assert.equal(conclusion.errors.length, 1);
    });

    itOnce(
      'runs two executions side by side without mixing them up, each once however often it is launched',
      async () => {
        await using one = await startTarget();
        await using two = await startTarget();
        await using first = await make(scripts.counted(one.url, 2, many), { threads: 2 });
        await using second = await make(scripts.counted(two.url, 1, many / 2));
        await Promise.all([tool.launch(first), tool.launch(second)]);
        const [own] = await processesOf(first);
        await examinee.create().launch(first);
        // Browsers start and end processes of their own; what started them is still the same.
        assert.equal((await processesOf(first))[0], own);
        const atMs = Date.now() + 100;
        await Promise.all([tool.release(first, atMs), tool.release(second, atMs)]);
        const [ones, twos] = await Promise.all([readToEnd(tool, first), readToEnd(tool, second)]);
        assert.deepEqual([ones.length, one.requests.length], [2 * many, 2 * many]);
        assert.deepEqual([twos.length, two.requests.length], [many / 2, many / 2]);
        await assert.rejects(
          tool.launch(first),
          (error) => error instanceof AppError && error.code === 'conflict',
        );
        assert.equal(one.requests.length, 2 * many);
      },
    );

    itOnce('ends at duration, neither earlier nor later', async () => {
      await using target = await startTarget();
      const { durationS = 4 } = examinee;
      // A slow machine may take long to finish what is under way when the time is over; it is not cut off.
      const spec = { threads: 2, rampupS: 1, durationS, stopGraceS: 240 };
      await using execution = await make(scripts.timed(target.url), spec);
      await tool.launch(execution);
      const stalls = monitorEventLoopDelay();
      stalls.enable();
      const atMs = Date.now();
      await tool.release(execution, atMs);
      const samples = await readToEnd(tool, execution);
      stalls.disable();
      const conclusion = await tool.conclude(execution);
      assert.ok(Date.now() >= atMs + durationS * 1000);
      assert.equal(samples.length, target.requests.length);
      // On a machine too slow to start a browser in this time nothing was measured, which is an error and no lateness.
      if (samples.length > 0) {
        assert.deepEqual(conclusion.errors, []);
        // JVMs count from when they are ready. A request whose time came may be sent late by as much as the machine stalls.
        const startsMs = samples.map((sample) => sample.startedAtMs);
        const lateMs = Math.max(...startsMs) - Math.min(...startsMs) - durationS * 1000;
        assert.ok(lateMs <= 1_500 + stalls.max / 1e6, `${lateMs} ms late`);
      }
    });

    itOnce(
      'tells the script its node, override_parameters and the variables of the environment file',
      async () => {
        await using target = await startTarget();
        const { uploads, overrideParameters } = scripts.told(target.url, 'guten-tag');
        const spec = { nodeIndex: 4, gridIndex: 2, nodeCount: 9, threads: 1, overrideParameters };
        await using execution = await make(uploads, spec);
        await tool.launch(execution);
        await tool.release(execution, Date.now());
        await readToEnd(tool, execution);
        assert.deepEqual(
          target.requests.map((request) => request.path),
          ['/told/4/2/9/1/guten-tag/blue'],
        );
      },
    );

    it('finds the hosts of override_hosts where it was told, or refuses to start', async () => {
      await using target = await startTarget();
      const named = new URL(`http://shop.example:${target.url.port}`);
      const spec = { overrideHosts: 'shop.example/127.0.0.1' };
      await using execution = await make(scripts.counted(named, 1, 2), spec);
      if (sandbox.kind === 'none') {
        await assert.rejects(tool.launch(execution), /override_hosts/);
        return;
      }
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      const samples = await readToEnd(tool, execution);
      assert.deepEqual(
        samples.map((sample) => sample.message),
        ['', ''],
      );
      assert.equal(target.requests.length, 2);
    });

    itOnce('tells failures apart, with code and message', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.failing(target.url));
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      const [sample, ...others] = await readToEnd(tool, execution);
      assert.deepEqual(others, []);
      assert.equal(sample?.isPassed, false);
      assert.equal(sample?.code, '500');
      assert.notEqual(sample?.message, '');
      assert.equal(target.requests.length, 1);
    });

    itOnce('is not upset by a script that prints megabytes', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.chatty(target.url));
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.deepEqual(conclusion.errors, []);
      assert.deepEqual([samples.length, target.requests.length], [1, 1]);
    });

    it('shows the script nothing of the service', async () => {
      const data = await mkdtemp(join(tmpdir(), 'spate-data-'));
      const secret = 'a-token-that-nobody-may-see';
      const token = join(data, 'token');
      await writeFile(token, secret);
      const name = `SPATE_CONFORMANCE_${randomInt(2 ** 40)}`;
      process.env[name] = secret;
      try {
        await using target = await startTarget();
        // Without a sandbox only the environment is kept apart.
        const files = sandbox.kind === 'none' ? [] : [token, `/proc/${process.pid}/environ`];
        const own = ['/proc/self/environ', '/proc/1/environ', '/etc/passwd'];
        await using execution = await make(scripts.nosy(target.url, [...own, ...files]));
        await tool.launch(execution);
        await tool.release(execution, Date.now());
        await readToEnd(tool, execution);
        const seen = await readFile(join(execution.folders.results, 'seen.txt'), 'utf8');
        assert.match(seen, /root:x:0/, 'it could read what everybody may read');
        assert.ok(seen.includes('FLOOD_SEQUENCE_ID'), 'it saw its own environment');
        assert.ok(!seen.includes(secret) && !seen.includes(name) && !seen.includes('DATABASE_URL'));
      } finally {
        delete process.env[name];
        await rm(data, { recursive: true });
      }
    });

    it('shows the uploaded files where old scripts look for them, and keeps what the script writes', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.withFiles(target.url));
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await readToEnd(tool, execution);
      assert.deepEqual(
        target.requests.map((request) => request.path),
        ['/word/one', '/word/two', '/word/drei'],
      );
      assert.equal(await readFile(join(execution.folders.results, 'made.txt'), 'utf8'), 'made');
      assert.ok((await readdir(execution.folders.results)).some((file) => file.endsWith('.log')));
      assert.ok((await tool.logTail(execution, 5)).length > 0);
      for (const file of await tool.archiveFiles(execution)) {
        assert.ok((await readFile(file.path)).length > 0);
      }
    });

    it('refuses a script that it cannot load, with a sentence, and leaves nothing running', async () => {
      await using execution = await make(scripts.broken());
      await assert.rejects(
        tool.launch(execution),
        (error) => error instanceof AppError && error.code === 'plan_broken' && error.message.length > 20,
      );
      assert.equal(await tool.isRunning(execution), false);
      assert.deepEqual(await processesOf(execution), []);
    });

    if (leftOut.length > 0) {
      console.log(`Not examined for ${name}: ${leftOut.join('; ')}.`);
    }
  });
}

/** The first request of each user, in order of time, by the number at the end of its path. */
function firstRequests({ requests }: Target): Target['requests'] {
  return requests.filter(
    ({ path }, index) => requests.findIndex((request) => request.path === path) === index,
  );
}
