import { Browser } from './api/browser.ts';
import { createEnv } from './api/env.ts';
import type { RunUser, UserEnd, UserOptions } from './contract.ts';
import { describeFailure } from './errors/failure.ts';
import { SourceLines } from './errors/source-lines.ts';
import { type LoadedScript, loadScript } from './load.ts';
import { Recoveries } from './recoveries.ts';
import { runIteration } from './run-iteration.ts';
import { UserSession } from './session.ts';

/** Consecutive iterations with a lost browser after which the user ends. */
const maxLosses = 3;

/** Runs one virtual user until its loop count, duration or stop. */
export const runUser: RunUser = async (options) => {
  const lines = new SourceLines(options.script);
  try {
    const loaded = await loadScript({ ...options, onLog: (...line) => options.observer.onLog(...line) });
    await loaded.plan.data.load(String(createEnv(options.identity).SEQUENCE));
    return await runLoaded(options, loaded, lines);
  } catch (error) {
    return { iterations: 0, why: 'broken', error: describeFailure(error, lines).message };
  }
};

async function runLoaded(
  options: UserOptions,
  { plan, settings }: LoadedScript,
  lines: SourceLines,
): Promise<UserEnd> {
  const { observer, stop } = options;
  const session = new UserSession(options, settings);
  const browser = new Browser(session);
  const recoveries = new Recoveries(plan.recoveries);
  const limits = limitsOf(options, settings.duration, settings.loopCount);
  const isOver = () => limits.reached(0) !== null;
  let iterations = 0;
  let losses = 0;
  let row: unknown = null;
  let isRestarted = false;
  try {
    for (;;) {
      const why = isRestarted && !stop.aborted ? null : limits.reached(iterations);
      if (why !== null) return { iterations, why, error: null };
      const iteration = iterations + 1;
      observer.onIterationStart(iteration);
      await session.startIteration();
      if (stop.aborted) return { iterations, why: 'stopped', error: null };
      if (!isRestarted) {
        recoveries.reset();
        if (!(await plan.data.advance())) {
          if (!stop.aborted) observer.onLog('runner', 'info', 'All rows of the leased test data are used.');
          return { iterations, why: stop.aborted ? 'stopped' : 'loops', error: null };
        }
        row = plan.data.next((text) => observer.onLog('runner', 'error', text));
      }
      const end = await runIteration(plan, { session, browser, lines, iteration, row, isOver }, recoveries);
      isRestarted = end === 'restart';
      if (isRestarted) continue;
      observer.onIterationEnd(iteration, end !== 'failed');
      if (end === 'stopped') return { iterations, why: 'stopped', error: null };
      iterations = iteration;
      losses = session.isLost ? losses + 1 : 0;
      if (losses >= maxLosses)
        return { iterations, why: 'broken', error: `The browser was lost ${losses} times in a row.` };
    }
  } catch (error) {
    return { iterations, why: 'broken', error: describeFailure(error, lines).message };
  } finally {
    await session.close();
  }
}

/** Limits of the run take precedence over those of the script. */
function limitsOf({ durationS, loopCount, stop }: UserOptions, ownDurationMs: number, ownLoops: number) {
  const startMs = performance.now();
  const durationMs = durationS === null ? ownDurationMs : durationS * 1000;
  const loops = loopCount ?? ownLoops;
  return {
    reached(iterations: number): Exclude<UserEnd['why'], 'broken'> | null {
      if (stop.aborted) return 'stopped';
      if (loops > 0 && iterations >= loops) return 'loops';
      return durationMs > 0 && performance.now() - startMs >= durationMs ? 'duration' : null;
    },
  };
}
