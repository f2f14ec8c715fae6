import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { steadyClock, toSteadyMs } from '../../../lib/clock.ts';
import { awaitStop } from '../../../tool-process/control-file.ts';
import { exitCodes } from '../../../tool-process/exit-codes.ts';
import { heldFileNames } from '../../../tool-process/held-file-names.ts';
import { fileNames, type RunnerSettings } from '../settings.ts';
import { describeEarlyEnds, isEarlyEnd } from './early-ends.ts';
import type { RunnerLog } from './runner-log.ts';
import { User, type UserEnd } from './user.ts';

const forever = 2 ** 31 - 1;
/** From SIGTERM to SIGKILL of a JVM. */
const termMs = 2_000;

export interface Load {
  settings: RunnerSettings;
  classPath: readonly string[];
  log: RunnerLog;
}

export interface LoadEnd {
  problems: string[];
  /** Why the load was ended, if it was. */
  endedBy: 'duration' | 'order' | undefined;
  areResultsLost: boolean;
}

/** Starts users over the ramp-up, and ends them at the duration or on an order of the node. */
export async function runLoad(load: Load, startAtMs: number): Promise<LoadEnd> {
  const { settings, log } = load;
  const over = new AbortController();
  const noMore = new AbortController();
  const running = new Set<User>();
  const ends: UserEnd[] = [];
  const startMs = toSteadyMs(startAtMs);
  const ending = endInTime(load, startMs, running, { over: over.signal, noMore });

  const stepMs = settings.rampupMs / settings.threads;
  await Promise.all(
    Array.from({ length: settings.threads }, async (_, index) => {
      const waitMs = startMs + index * stepMs - steadyClock.nowMs();
      await delay(Math.max(0, waitMs), undefined, { signal: noMore.signal }).catch(() => {});
      if (noMore.signal.aborted) {
        return;
      }
      const user = new User(index, load);
      running.add(user);
      log.say(`user ${index} starts`);
      const end = await user.run().catch(notRun);
      running.delete(user);
      ends.push(end);
      log.say(`user ${index} ended${describeEnd(end)}`);
    }),
  );
  over.abort();
  return {
    endedBy: await ending,
    problems: describeEarlyEnds(ends.filter(isEarlyEnd), ends.length),
    areResultsLost: ends.some((end) => end.code === exitCodes.resultsLost),
  };
}

/** A user that could not be started or cleaned up does not end the others. */
function notRun(error: unknown): UserEnd {
  return { code: null, signal: null, wasEnded: false, errorLines: [String(error)] };
}

/** Waits for the end of the duration or an order to stop, whichever comes first, and ends the users. */
async function endInTime(
  { settings, log }: Load,
  startMs: number,
  running: ReadonlySet<User>,
  signals: { over: AbortSignal; noMore: AbortController },
): Promise<LoadEnd['endedBy']> {
  const endMs = settings.durationMs === null ? steadyClock.nowMs() + forever : startMs + settings.durationMs;
  const control = join(settings.launch, heldFileNames.control);
  const graceMs = await awaitStop(control, signals.over, endMs - steadyClock.nowMs());
  if (signals.over.aborted) {
    return undefined;
  }
  log.say(graceMs !== undefined ? 'stopping: transactions in progress are finished' : 'the duration is over');
  signals.noMore.abort();
  await writeFile(join(settings.tool, fileNames.stop), '');
  for (const user of running) {
    user.expectEnd();
  }
  await pause(graceMs ?? settings.patienceMs, signals.over);
  signalAll(running, 'SIGTERM', log);
  await pause(termMs, signals.over);
  signalAll(running, 'SIGKILL', log);
  return graceMs !== undefined ? 'order' : 'duration';
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}

function signalAll(users: ReadonlySet<User>, signal: NodeJS.Signals, log: RunnerLog): void {
  for (const user of users) {
    log.say(`user ${user.index} has not ended; sending ${signal}`);
    user.signal(signal);
  }
}

function describeEnd(end: UserEnd): string {
  if (end.signal !== null) {
    return ` by ${end.signal}`;
  }
  return end.code === 0 ? '' : ` with exit code ${end.code}`;
}
