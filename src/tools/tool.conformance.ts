import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { notTested } from '../../test/support/not-tested.ts';
import { isFullSuite } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { parseErrorSample } from '../domain/error-sample.ts';
import { AppError } from '../domain/errors.ts';
import type { ExecutionSpec } from '../domain/execution.ts';
import { sendSignal } from '../lib/process-identity.ts';
import {
  makeExecution,
  once,
  processesOf,
  readToEnd,
  samplesOf,
  startTarget,
  type Target,
  testContext,
  type Upload,
} from './execution.fixture.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Tool, ToolExecution } from './tool.ts';
import { namedHost, overrideHosts, type TourScript, type TourStops, takeTour } from './tour.fixture.ts';

/** A tool for the conformance suite, with its scripts. */
export interface Examinee {
  create(): Tool;
  sandbox(): Promise<Sandbox>;
  /** Missing requirements, or false. */
  skip: string | false;
  /** Memory of an execution of two or three users; default 768 MB. */
  memoryBytes?: number;
  /**
   * Another sandbox or browser of a tool that passes the whole suite: only tests that it can affect, and only in
   * the full suite.
   */
  isVariant?: boolean;
  /** Another engine of a tool that passes the whole suite: all tests, but only in the full suite. */
  isOtherEngine?: boolean;
  /** Requests per user in tests with many requests; default 40. Lower for browsers, which are much slower. */
  manyRequests?: number;
  /** Users in tests where any number suffices; default 2. With Selenium, each is a JVM and a browser. */
  users?: number;
  /** Duration of the run in the duration test; default 4 s. A browser needs a part of it for its start. */
  durationS?: number;
  /** Users start a browser: on a slow machine none may be ready within the duration, which is an error of the run. */
  isBrowser?: boolean;
  /** False: failed samples have no request and response, only the page; default true. */
  hasRequests?: boolean;
  /** Further fields of every execution. */
  spec?: Partial<ExecutionSpec>;
  scripts: Scripts;
}

/** Every request to a path is one sample. Where `threads` says how many users there are, it is set to the same number. */
export interface Scripts {
  /** Each user requests `/hello` this many times and ends. */
  counted(target: URL, users: number, times: number): Upload[];
  /** This many users request `/slow/20` until they are stopped. */
  endless(target: URL, users: number): Upload[];
  /**
   * As many users as `threads` says come over `rampup` and request `/slow/<ms>/<number of the user>` until `duration` is
   * over. The second of two users begins when at least half of `rampup` has passed.
   */
  timed(target: URL): Upload[];
  /**
   * One user, whose only failed sample is the last of these:
   * - prints more than eight million characters;
   * - writes `made` to `made.txt`, and its environment and whatever it can read of `places` to `seen.txt`, both in the
   *   results folder;
   * - requests `/told/<node_index>/<grid_index>/<node_count>/<threads>/<greeting>/<COLOUR>`. The greeting comes by
   *   override_parameters; the colour is in the uploaded environment file as blue;
   * - requests `/word/<word>` for each of one, two and drei in the uploaded words.csv, named with its absolute path;
   * - requests `/named` of `named`;
   * - requests `/fail`, which answers with 500.
   */
  tour(stops: TourStops): TourScript;
  /** A script that cannot be loaded, and the error message. */
  broken(): { uploads: Upload[]; message: RegExp };
}

/** Tolerance between the clock of the tool and ours. */
const clockToleranceMs = 50;

/** The contract between every tool and the agent. */
export function examineTool(name: string, examinee: Examinee): void {
  const isVariant = examinee.isVariant ?? false;
  if ((isVariant || examinee.isOtherEngine) && !isFullSuite()) {
    notTested(name);
    return;
  }
  describe(name, { concurrency: 2, skip: examinee.skip }, () => {
    const { scripts } = examinee;
    const tool = examinee.create();
    const leftOut: string[] = [];
    const itUnless = (isLeftOut: boolean, promise: string, examine: () => Promise<void>) => {
      if (isLeftOut) leftOut.push(promise);
      else it(promise, examine);
    };
    const { users = 2, manyRequests: many = 40 } = examinee;
    let sandbox: Sandbox;
    const make = (uploads: Upload[], spec: Partial<ExecutionSpec> = {}) =>
      makeExecution(tool, uploads, { threads: 1, ...examinee.spec, ...spec }, sandbox, examinee.memoryBytes);
    /** Shared by all tests of what a script sees and reports. */
    const toured = once(() => takeTour({ tool, sandbox, make, script: scripts.tour }));
    /** Two executions at once, the first until it ends, the second until it is killed. Shared by the tests of both ends. */
    const concurrent = once(async () => {
      await using one = await startTarget();
      await using two = await startTarget();
      await using first = await make(scripts.counted(one.url, users, many), { threads: users });
      await using second = await make(scripts.endless(two.url, users), { threads: users });
      await Promise.all([first, second].map((each) => tool.launch(each)));
      assert.equal(await tool.isRunning(first), true);
      const [own] = await processesOf(first);
      await examinee.create().launch(first);
      // Browsers start and end child processes; their parent is still the same.
      assert.equal((await processesOf(first))[0], own, 'continues after a second launch');
      const atMs = Date.now() + 700;
      await Promise.all([first, second].map((each) => tool.release(each, atMs)));
      // A second release, even with another time, changes nothing.
      await tool.release(first, atMs + 3_600_000);
      const killing = killAfter(second, () => two.requests.length > many / 2);
      const [samples, killed] = await Promise.all([readToEnd(tool, first), killing]);
      await assert.rejects(
        tool.launch(first),
        (error) => error instanceof AppError && error.code === 'conflict',
      );
      const conclusion = await tool.conclude(first);
      return {
        atMs,
        finished: { samples, requests: one.requests, conclusion },
        killed: { ...killed, requests: two.requests },
      };
    });
    const killAfter = async (execution: ToolExecution, isLoaded: () => boolean) => {
      await until('some requests', isLoaded);
      const processesBefore = await processesOf(execution);
      await tool.stop(execution, 'force');
      return {
        processesBefore,
        isRunning: await tool.isRunning(execution),
        processesAfter: await processesOf(execution),
        samples: await readToEnd(tool, execution),
        conclusion: await tool.conclude(execution),
      };
    };
    before(async () => {
      sandbox = await examinee.sandbox();
      await tool.provision({ ...testContext(), sandbox }, () => {});
    });

    it('reports that this machine can run it', async () => {
      const availability = await tool.probe({ ...testContext(), sandbox });
      assert.deepEqual(availability.missing, []);
      assert.equal(availability.isAvailable, true);
      assert.equal(availability.tool, tool.name);
    });

    it('does nothing before the barrier opens, then has the counts of the target, separate from a concurrent execution', async () => {
      const { atMs, finished, killed } = await concurrent();
      const { samples, requests, conclusion } = finished;
      const expected = users * many;
      assert.deepEqual([samples.length, requests.length], [expected, expected]);
      assert.deepEqual(conclusion, { exitCode: 0, signal: null, errors: [], samplesProduced: expected });
      assert.ok(samples.every((sample) => sample.isPassed && sample.users >= 1 && sample.elapsedUs >= 0));
      const earliestMs = Math.min(...[...samples, ...killed.samples].map((sample) => sample.startedAtMs));
      assert.ok(earliestMs >= atMs - clockToleranceMs, `${atMs - earliestMs} ms early`);
      assert.ok([...requests, ...killed.requests].every((request) => request.atMs >= atMs));
    });

    it('is killed: no process is left afterwards, and written samples count', async () => {
      const { killed } = await concurrent();
      assert.notDeepEqual(killed.processesBefore, []);
      assert.equal(killed.isRunning, false);
      assert.deepEqual(killed.processesAfter, []);
      assert.equal(killed.conclusion.samplesProduced, killed.samples.length);
      // The request in flight of each user.
      const lost = killed.requests.length - killed.samples.length;
      assert.ok(lost >= 0 && lost <= users, `${lost} of ${killed.requests.length} requests are missing`);
    });

    it('starts users over rampup, reads live, can be taken over by another agent, and stops gracefully without losing or duplicating samples', async () => {
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
      // A user of a browser tool counts from its first sample.
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
      // Even on a slow machine the second user is never early, and is counted from its start.
      const secondAtMs = atMs + (rampupS * 1000) / 2 - clockToleranceMs;
      const [, secondUser] = firstRequests(target);
      assert.ok((secondUser?.atMs ?? 0) >= secondAtMs, 'the second user comes later than the first');
      assert.equal(Math.max(...whole.map((sample) => sample.users)), 2);
      const before = whole.filter((sample) => sample.startedAtMs + sample.elapsedUs / 1000 < secondAtMs);
      assert.ok(before.every((sample) => sample.users === 1));
    });

    itUnless(isVariant, 'can be stopped at the barrier', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.endless(target.url, users), { threads: users });
      await tool.launch(execution);
      await tool.stop(execution, 'graceful');
      await until('the end', async () => !(await tool.isRunning(execution)));
      const conclusion = await tool.conclude(execution);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(conclusion.samplesProduced, 0);
      assert.equal(target.requests.length, 0);
    });

    it('keeps samples when another process kills it, and reports it', async () => {
      await using target = await startTarget();
      await using execution = await make(scripts.endless(target.url, users), { threads: users });
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until(
        'some samples',
        async () => samplesOf(await tool.read(execution, undefined)).length > many / 2,
      );
      for (const pid of await processesOf(execution)) {
        // A process may already have ended because another was killed.
        sendSignal(pid, 'SIGKILL');
      }
      await until('the end', async () => !(await tool.isRunning(execution)));
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.ok(samples.length > many / 2);
      assert.equal(conclusion.samplesProduced, samples.length);
      // The request in flight of each user.
      const lost = target.requests.length - samples.length;
      assert.ok(lost <= users, `${lost} of ${target.requests.length} requests are missing`);
      assert.equal(conclusion.signal, 'SIGKILL');
      assert.equal(conclusion.errors.length, 1);
    });

    itUnless(isVariant, 'ends at its duration, neither earlier nor later', async () => {
      await using target = await startTarget();
      const { durationS = 4 } = examinee;
      // A slow machine may take long to finish current samples after the duration; they are not aborted.
      const spec = { threads: users, rampupS: 1, durationS, stopGraceS: 240 };
      await using execution = await make(scripts.timed(target.url), spec);
      await tool.launch(execution);
      const atMs = Date.now();
      await tool.release(execution, atMs);
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      const endsAtMs = atMs + durationS * 1000;
      assert.ok(Date.now() >= endsAtMs);
      assert.equal(samples.length, target.requests.length);
      if (samples.length === 0 && examinee.isBrowser) {
        assert.notDeepEqual(conclusion.errors, []);
        return;
      }
      assert.deepEqual(conclusion.errors, []);
      const lastMs = Math.max(...target.requests.map((request) => request.atMs));
      assert.ok(
        lastMs >= atMs + durationS * 500,
        `the last request came ${endsAtMs - lastMs} ms before the end`,
      );
      // JVMs count from when they are ready. The request in flight of each user may arrive late.
      for (const [path, requests] of Map.groupBy(target.requests, (request) => request.path)) {
        const overAtMs = (requests[0]?.atMs ?? 0) + durationS * 1000;
        const late = requests.filter((request) => request.atMs > overAtMs).length;
        assert.ok(late <= 1, `${path} was requested ${late} times after the duration`);
      }
    });

    it('passes node, override_parameters and variables of the environment file to the script', async () => {
      const { requests } = await toured();
      const told = requests.map(({ path }) => path).filter((path) => path.startsWith('/told/'));
      assert.deepEqual(told, ['/told/4/2/9/1/guten-tag/blue']);
    });

    it('applies override_hosts, or rejects the run', async () => {
      if (sandbox.kind === 'none') {
        await using execution = await make(scripts.counted(new URL(`http://${namedHost}`), 1, 1), {
          overrideHosts,
        });
        await assert.rejects(tool.launch(execution), /override_hosts/);
        return;
      }
      const { requests } = await toured();
      const named = requests.filter(({ host }) => host.startsWith(`${namedHost}:`));
      assert.deepEqual(
        named.map(({ path }) => path),
        ['/named'],
      );
    });

    it('reports failures with code and message', async () => {
      const { samples, requests } = await toured();
      assert.equal(requests.filter(({ path }) => path === '/fail').length, 1);
      const [failed, ...others] = samples.filter((sample) => !sample.isPassed);
      assert.deepEqual(others, []);
      assert.equal(failed?.code, '500');
      assert.notEqual(failed?.message, '');
      const passed = samples.filter((sample) => sample.isPassed);
      assert.deepEqual(
        passed.map((sample) => sample.message),
        passed.map(() => ''),
      );
    });

    it('keeps the failed sample with its error, address and response', async () => {
      const { samples, errorSamples } = await toured();
      const failed = samples.find((sample) => !sample.isPassed);
      const kept = errorSamples.map((line) => parseErrorSample(line));
      assert.deepEqual(
        kept.map((sample) => [sample?.label, sample?.code, sample?.message]),
        [[failed?.label, failed?.code, failed?.message]],
      );
      const [first] = kept;
      assert.match(first?.url ?? '', /\/fail$/);
      assert.ok(Math.abs((first?.startedAtMs ?? 0) - (failed?.startedAtMs ?? 0)) < 1000);
      assert.match(first?.responseBody ?? '', /<title>\/fail<\/title>/);
      if (examinee.hasRequests === false) return;
      assert.match(first?.requestHead ?? '', /^GET \S*\/fail( HTTP\/1\.1)?\r?\n/);
      assert.match(first?.responseHead ?? '', /^HTTP\/1\.1 500 Internal Server Error\r?\n/);
      assert.match(first?.responseHead ?? '', /content-type: text\/html/i);
    });

    it('handles a script that prints megabytes', async () => {
      const { samples, requests, conclusion } = await toured();
      assert.deepEqual([conclusion.exitCode, conclusion.errors], [0, []]);
      assert.deepEqual([samples.length, conclusion.samplesProduced], [requests.length, requests.length]);
    });

    it('hides the service from the script', async () => {
      const { seen, secrets } = await toured();
      assert.match(seen, /root:x:0/, 'it could read world-readable files');
      assert.ok(seen.includes('FLOOD_SEQUENCE_ID'), 'it saw its own environment');
      assert.deepEqual(
        secrets.filter((secret) => seen.includes(secret)),
        [],
      );
    });

    it('provides uploaded files at the paths of old scripts, and keeps files that the script writes', async () => {
      const { requests, made, resultFiles, logTail, archived } = await toured();
      const words = requests.map(({ path }) => path).filter((path) => path.startsWith('/word/'));
      assert.deepEqual(words, ['/word/one', '/word/two', '/word/drei']);
      assert.equal(made, 'made');
      assert.ok(resultFiles.some((file) => file.endsWith('.log')));
      assert.ok(logTail.length > 0);
      assert.ok(archived.every(({ sizeBytes }) => sizeBytes > 0));
    });

    it('rejects a script that cannot be loaded, with the reason, and ends all processes', async () => {
      const { uploads, message } = scripts.broken();
      await using execution = await make(uploads);
      await assert.rejects(tool.launch(execution), (error) => {
        assert.ok(error instanceof AppError);
        assert.equal(error.code, 'plan_broken');
        assert.match(error.message, message);
        return true;
      });
      assert.equal(await tool.isRunning(execution), false);
      assert.deepEqual(await processesOf(execution), []);
    });

    if (leftOut.length > 0) {
      notTested(`${name}: ${leftOut.join('; ')}`);
    }
  });
}

/** The first request of each user, in order of time; the user is the number at the end of the path. */
function firstRequests({ requests }: Target): Target['requests'] {
  return requests.filter(
    ({ path }, index) => requests.findIndex((request) => request.path === path) === index,
  );
}
