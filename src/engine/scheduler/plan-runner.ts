import {
  type GroupRun,
  pending,
  type Runner,
  type SamplePackage,
  type Sampler,
  type Step,
  StopRequest,
  type TransactionStep,
  type User,
  UserFailure,
} from '../core.ts';
import { checkAssertions, checkAssertionsOutside } from '../sampling/check-assertions.ts';
import type { Result } from '../state/result.ts';
import { lastSampleOk } from '../state/variables.ts';
import { LagMeter } from '../time/lag-meter.ts';
import { RunQueue } from '../time/run-queue.ts';
import { Wheel } from '../time/wheel.ts';
import type { WheelTimer } from '../time/wheel-timer.ts';
import { processInTurn } from './process-in-turn.ts';
import { redirect } from './redirect.ts';
import { empty, notifyListeners, setLateness, setOwnUserFields, setUserFields } from './sample-results.ts';

export interface RunnerOptions {
  nowMs(): number;
  /** Drives the wheel; undefined: real time. */
  wheelTimer: WheelTimer | undefined;
  /** Result of the last `nowMs()` call, without reading the clock. */
  cachedNowMs(): number;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  /** A branch was added: a user outside of any group. */
  onBranch(user: User): void;
  /** A user has ended. */
  onUserEnd(user: User): void;
  /** The plan stops the test: after the current samples, or immediately. */
  onStopTest(isAtOnce: boolean): void;
  onStopGroup(group: GroupRun, isAtOnce: boolean): void;
  onRefusal(reason: string): void;
  onWarning(sentence: string): void;
  /** Ends the work outside of the engine that the user waits for. */
  interruptOutside?(user: User): void;
  timerFactor: number;
  /** Element 0: active users of all workers. */
  users: Int32Array;
}

/** Limits of one turn for a user whose samples never wait: samples, and milliseconds. */
const maxStepsPerTurn = 200;
const stepsPerClockRead = 8;
const maxTurnMs = 5;

/** Limit of consecutive pauses, each after 64 iterations without a sampler. */
const maxIdlePauses = 1000;

/**
 * Executes users: JMeter's JMeterThread.run and processSampler, with every wait turned into a return. One runner per
 * worker. A user is on the stack only while it does not wait for a timer or a response.
 */
export class PlanRunner implements Runner {
  readonly wheel: Wheel;
  readonly #options: RunnerOptions;
  /** The user that is being executed. */
  currentUser: User | undefined;
  readonly #users: Int32Array;
  startedUsers = 0;
  /** Schedule lag of wake-ups; reset by the load watch. */
  readonly lag = new LagMeter();
  readonly #queue: RunQueue<User>;
  #pendingWork = 0;
  #isPaused = false;
  /** Users that wait to be resumed before their next sample. */
  readonly #pausedUsers = new Set<User>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#queue = new RunQueue(options.nowMs, (user) => this.wake(user));
    this.#users = options.users;
    this.wheel = new Wheel(options.nowMs, options.wheelTimer);
  }

  get activeUsers(): number {
    return this.#users[0]!;
  }

  nowMs(): number {
    return this.#options.nowMs();
  }

  waitFor(work: Promise<unknown>): void {
    const end = () => {
      this.#pendingWork -= 1;
    };
    this.#pendingWork += 1;
    work.then(end, end);
  }

  /** Whether no user is queued and no outside work is pending. */
  get isIdle(): boolean {
    return this.#queue.waiting === 0 && this.#pendingWork === 0;
  }

  log(level: 'info' | 'warn' | 'error', text: string): void {
    this.#options.log(level, text);
  }

  stopTest(isAtOnce: boolean): void {
    this.#options.onStopTest(isAtOnce);
  }

  stopGroup(group: GroupRun, isAtOnce: boolean): void {
    this.#options.onStopGroup(group, isAtOnce);
  }

  refuse(reason: string): void {
    const text = `${reason}: Spate's engine cannot run this plan. Use Apache JMeter instead (run[engine]=apache).`;
    this.log('error', text);
    this.#options.onRefusal(text);
    this.stopTest(true);
  }

  warn(sentence: string): void {
    this.#options.onWarning(sentence);
  }

  /** Schedules the start of the user. */
  startAt(user: User, atMs: number): void {
    user.phase = 'waiting';
    this.wheel.add(user, atMs);
  }

  addBranch(user: User): void {
    this.#options.onBranch(user);
  }

  /** Starts the user after its ramp-up. */
  #startUser(user: User): void {
    this.countUser(user, 1);
    this.startedUsers += 1;
    user.variables.write(lastSampleOk, 'true');
    for (const listener of user.group.userListeners) {
      listener.userStarted?.(user);
    }
    user.group.loop.initialize(user);
  }

  countUser(user: User, by: 1 | -1): void {
    Atomics.add(this.#users, 0, by);
    user.group.countUser(by);
  }

  wakeOnTime(user: User): void {
    this.lag.record(this.wheel.wokenAtMs - user.dueAtMs);
    this.wake(user);
  }

  wakeSoon(user: User): void {
    this.#queue.add(user);
  }

  wake(user: User): void {
    const before = this.currentUser;
    this.currentUser = user;
    try {
      if (user.phase === 'waiting') {
        user.phase = 'next';
        this.#startUser(user);
      } else if (user.phase === 'delayed') {
        this.#afterDelay(user);
      } else if (user.phase === 'parked' || user.phase === 'yielded') {
        user.phase = 'next';
      }
    } catch (error) {
      this.#failUser(user, error);
    }
    this.#runUntilWait(user);
    this.currentUser = before;
  }

  /** While paused, no sample starts. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) {
      return;
    }
    for (const user of this.#pausedUsers) {
      this.wheel.remove(user);
      this.wakeSoon(user);
    }
    this.#pausedUsers.clear();
  }

  /** Returns false when the schedule ends the user before it is resumed. */
  #awaitResume(user: User): boolean {
    this.#pausedUsers.delete(user);
    if (this.nowMs() >= user.endsAtMs) {
      user.isRunning = false;
      return false;
    }
    user.phase = 'delayed';
    user.intendedMs = 0;
    this.#pausedUsers.add(user);
    if (user.endsAtMs !== Number.POSITIVE_INFINITY) {
      this.wheel.add(user, user.endsAtMs);
    }
    return true;
  }

  /** Stops the user after its current sample, or immediately. */
  stop(user: User, isAtOnce: boolean): void {
    const before = this.currentUser;
    this.currentUser = user;
    user.isRunning = false;
    this.#pausedUsers.delete(user);
    if (user.phase === 'waiting') {
      this.wheel.remove(user);
      user.phase = 'ended';
      this.#options.onUserEnd(user);
    } else if (user.phase === 'delayed') {
      this.wheel.remove(user);
      try {
        this.#sampleNow(user);
      } catch (error) {
        this.#failUser(user, error);
      }
      this.#runUntilWait(user);
    } else if (user.phase === 'sampling' && isAtOnce) {
      user.sampler?.interrupt?.(user);
    } else if (user.phase === 'outside' && isAtOnce) {
      this.#options.interruptOutside?.(user);
    }
    this.currentUser = before;
  }

  /** Ends the user's current wait or sample; the user itself continues. */
  interrupt(user: User): void {
    if (user.phase === 'sampling') {
      user.sampler?.interrupt?.(user);
    } else if (user.phase === 'outside') {
      this.#options.interruptOutside?.(user);
    } else if (user.phase === 'delayed' && user.slot >= 0) {
      this.wheel.remove(user);
      this.wake(user);
    } else if (user.phase === 'waiting') {
      this.stop(user, true);
    }
  }

  finishSample(user: User, result: Result | undefined): void {
    if (user.phase === 'sampling') {
      this.#continue(user, () => this.#afterSample(user, result));
    }
  }

  failSample(user: User, error: unknown): void {
    if (user.phase === 'sampling') {
      this.#continue(user, () => this.#failStep(user, error));
    }
  }

  #continue(user: User, step: () => void): void {
    const before = this.currentUser;
    this.currentUser = user;
    try {
      step();
    } catch (error) {
      this.#failUser(user, error);
    }
    this.#runUntilWait(user);
    this.currentUser = before;
  }

  /** An element of the sample has thrown: no result is reported. */
  #failStep(user: User, error: unknown): void {
    if (error instanceof UserFailure) {
      throw error;
    }
    this.#handleError(user, error);
    this.#afterTransaction(user, undefined);
  }

  /** Suspends the user until work outside of the engine ends, then continues with `next`. */
  #awaitOutside<T>(
    user: User,
    work: Promise<T>,
    next: (value: T) => void,
    onError = (error: unknown) => this.#failStep(user, error),
  ): void {
    user.phase = 'outside';
    this.#pendingWork += 1;
    work.then(
      (value) => {
        this.#pendingWork -= 1;
        this.#continue(user, () => next(value));
      },
      (error: unknown) => {
        this.#pendingWork -= 1;
        this.#continue(user, () => onError(error));
      },
    );
  }

  /** Ends a user after an uncaught error, as it ends one thread of JMeter. */
  #failUser(user: User, error: unknown): void {
    this.#handleError(user, error);
    this.wheel.remove(user);
    user.isRunning = false;
    user.phase = 'next';
  }

  /** Executes the user until it waits, yields or ends. */
  #runUntilWait(user: User): void {
    let endsAtMs = 0;
    for (let steps = 1; user.phase === 'next'; steps++) {
      if (steps % stepsPerClockRead === 0) {
        // Most users wait before the first clock read.
        const nowMs = this.nowMs();
        endsAtMs ||= nowMs + maxTurnMs;
        if (steps > maxStepsPerTurn || nowMs >= endsAtMs) {
          this.#yield(user);
          return;
        }
      }
      if (!user.isRunning) {
        this.#end(user);
        return;
      }
      try {
        this.#runStep(user);
      } catch (error) {
        this.#failUser(user, error);
      }
    }
  }

  #runStep(user: User): void {
    let step: Step;
    try {
      step = user.group.loop.next(user);
    } catch (error) {
      this.#handleError(user, error);
      user.isRunning = false;
      return;
    }
    user.step = step;
    if (step === undefined) {
      if (user.group.loop.isDone(user)) {
        user.isRunning = false;
      }
      return;
    }
    if (step.kind === 'pause') {
      user.idlePasses = 0;
      if (step.isParked) {
        user.phase = 'parked';
      } else {
        this.#pause(user);
      }
      return;
    }
    user.idlePasses = 0;
    user.idlePauses = 0;
    this.#process(user, step);
  }

  /** Yields, or ends the user where JMeter's recursion would overflow the stack. */
  #pause(user: User): void {
    user.idlePauses += 1;
    if (user.idlePauses > maxIdlePauses) {
      this.warn(
        `Users of the thread group "${user.group.name}" ended early: a controller loops without executing a sampler.`,
      );
      throw new Error('A controller loops without executing a sampler');
    }
    this.#yield(user);
  }

  #yield(user: User): void {
    user.phase = 'yielded';
    this.#queue.add(user);
  }

  /** JMeter's processSampler: descends through the transactions around the sampler. */
  #process(user: User, step: Sampler | TransactionStep): void {
    const { transactions } = user;
    empty(transactions);
    let inner: Step = step;
    while (inner?.kind === 'transaction') {
      transactions.push(inner);
      if (inner.isDone) {
        this.#afterTransaction(user, this.#endTransaction(user, transactions.length - 1));
        return;
      }
      inner = inner.subSampler;
    }
    if (inner?.kind === 'sampler') {
      this.#execute(user, inner);
    } else {
      this.#afterTransaction(user, undefined);
    }
  }

  #execute(user: User, sampler: Sampler): void {
    user.sampler = sampler;
    const { preProcessors, runsOutside } = sampler.package;
    if (runsOutside && preProcessors.length > 0) {
      this.#awaitOutside(user, processInTurn(preProcessors, user), () => this.#beginDelay(user, sampler));
      return;
    }
    try {
      for (const processor of preProcessors) {
        processor.process(user);
      }
    } catch (error) {
      this.#failStep(user, error);
      return;
    }
    this.#beginDelay(user, sampler);
  }

  #beginDelay(user: User, sampler: Sampler): void {
    user.lastPackage = sampler.package;
    user.timerAt = 0;
    user.timersMs = 0;
    try {
      if (!this.#delay(user, sampler)) {
        return;
      }
    } catch (error) {
      this.#failStep(user, error);
      return;
    }
    this.#sampleNow(user);
  }

  /** Continues after a timer: with the remaining timers, then with the sample. */
  #afterDelay(user: User): void {
    const { sampler } = user;
    try {
      if (!sampler || this.#delay(user, sampler)) {
        this.#sampleNow(user);
      }
    } catch (error) {
      this.#failStep(user, error);
    }
  }

  /** Returns false when the user has to wait. */
  #delay(user: User, sampler: Sampler): boolean {
    const { timers } = sampler.package;
    while (user.timerAt < timers.length) {
      const delayMs = timers[user.timerAt]?.delayMs(user) ?? 0;
      user.timerAt += 1;
      if (typeof delayMs !== 'number') {
        this.#awaitTimer(user, delayMs);
        return false;
      }
      user.timersMs += delayMs;
    }
    const totalMs = Math.round(user.timersMs * this.#options.timerFactor);
    user.timersMs = 0;
    if (totalMs <= 0) {
      return true;
    }
    if (user.intendedMs !== 0) {
      user.intendedMs += totalMs;
    }
    const nowMs = this.nowMs();
    if (nowMs + totalMs > user.endsAtMs) {
      // The delay exceeds the schedule: the user ends now, as in JMeter.
      user.isRunning = false;
      return true;
    }
    user.phase = 'delayed';
    this.wheel.add(user, nowMs + totalMs);
    return false;
  }

  #awaitTimer(user: User, delay: typeof pending | Promise<number>): void {
    if (delay === pending) {
      user.phase = 'delayed';
      // Only the timer can know the intended start.
      user.intendedMs = 0;
      return;
    }
    this.#awaitOutside(user, delay, (delayMs) => {
      user.timersMs += delayMs;
      this.#afterDelay(user);
    });
  }

  #sampleNow(user: User): void {
    if (this.#isPaused && user.isRunning && this.#awaitResume(user)) {
      return;
    }
    const { sampler } = user;
    user.phase = 'sampling';
    user.samplingSinceMs = this.#options.cachedNowMs();
    user.sampleIntendedMs = user.intendedMs;
    user.intendedMs = 0;
    let result: Result | undefined | typeof pending;
    try {
      result = user.isRunning && sampler ? sampler.sample(user) : undefined;
    } catch (error) {
      this.#failStep(user, error);
      return;
    }
    if (result !== pending) {
      this.#afterSample(user, result);
    }
  }

  /** The second half of JMeter's executeSamplePackage. */
  #afterSample(user: User, result: Result | undefined): void {
    const { sampler } = user;
    if (result && sampler && !user.isAborted) {
      if (sampler.package.runsOutside && !result.isIgnored) {
        const work = this.#processResultOutside(user, sampler, result);
        this.#awaitOutside(
          user,
          work,
          () => this.#afterResult(user),
          (error) => this.#failResult(user, error),
        );
        return;
      }
      try {
        this.#processResult(user, sampler, result);
      } catch (error) {
        this.#failResult(user, error);
        return;
      }
    }
    this.#afterResult(user);
  }

  #failResult(user: User, error: unknown): void {
    if (error instanceof UserFailure) {
      throw error;
    }
    this.#handleError(user, error);
    this.#afterResult(user);
  }

  #afterResult(user: User): void {
    user.requestChanges?.endSample();
    if (user.sampler?.package.answers?.isReadLater === false) {
      // Users sleep for seconds: a result that no element reads later would stay in memory for each of them.
      user.previousResult = undefined;
    }
    this.#afterTransaction(user, undefined);
  }

  #processResult(user: User, { package: pack }: Sampler, result: Result): void {
    if (result.isIgnored) {
      user.wasLastSampleOk = result.isSuccess;
      user.variables.write(lastSampleOk, result.isSuccess ? 'true' : 'false');
    } else {
      this.#beginResult(user, result);
      for (const processor of pack.postProcessors) {
        processor.process(user);
      }
      checkAssertions(pack.assertions, result, user);
      this.#reportResult(user, pack.listeners, result);
    }
    this.#applyResultActions(user, result);
  }

  /** Same as `#processResult`, with elements that run outside of the engine. */
  async #processResultOutside(user: User, { package: pack }: Sampler, result: Result): Promise<void> {
    this.#beginResult(user, result);
    await processInTurn(pack.postProcessors, user);
    await checkAssertionsOutside(pack.assertions, result, user);
    if (!user.isAborted) {
      this.#reportResult(user, pack.listeners, result);
      this.#applyResultActions(user, result);
    }
  }

  #beginResult(user: User, result: Result): void {
    setUserFields(user, result);
    if (user.sampleIntendedMs !== 0) {
      setLateness(result, user.sampleIntendedMs);
    }
    user.previousResult = result;
  }

  #reportResult(user: User, listeners: SamplePackage['listeners'], result: Result): void {
    if (result.isIgnored) {
      return;
    }
    const { transactions } = user;
    // Reading index -1 of an array is slow.
    const transaction = transactions.length === 0 ? undefined : transactions[transactions.length - 1];
    notifyListeners(listeners, transaction?.controller.package.listeners, result, user);
    transaction?.addSubResult(result);
  }

  #applyResultActions(user: User, result: Result): void {
    const { onError } = user.group;
    const isFailed = !result.isSuccess;
    if (result.isThreadStopped || (isFailed && onError === 'stop-thread')) {
      user.isRunning = false;
    }
    if (result.isTestStopped || (isFailed && onError === 'stop-test')) {
      user.isRunning = false;
      this.#options.onStopTest(false);
    }
    if (result.isTestStoppedNow || (isFailed && onError === 'stop-test-now')) {
      user.isRunning = false;
      this.#options.onStopTest(true);
    }
    if (result.action !== 'continue') {
      user.action = result.action;
    }
  }

  /** Ascends through the transactions, then does what JMeter's main loop does after each sampler. */
  #afterTransaction(user: User, ended: Result | undefined): void {
    const { transactions } = user;
    let result = ended;
    if (transactions.length === 0) {
      this.#checkSchedule(user);
    }
    for (let at = transactions.length - 1; at >= 0; at--) {
      const isInnermost = at === transactions.length - 1;
      if (!isInnermost && result) {
        transactions[at]?.addSubResult(result);
        result = undefined;
      }
      this.#checkSchedule(user);
      if (!user.isRunning && result === undefined) {
        result = this.#endTransaction(user, at);
      }
    }
    user.phase = 'next';
    if (!redirect(user, this.#endOuter) && !user.isRunning) {
      // JMeter fetches the next sampler before it notices the stop: this ends open transactions.
      user.group.loop.next(user);
    }
  }

  #checkSchedule(user: User): void {
    if (user.endsAtMs !== Number.POSITIVE_INFINITY && this.nowMs() >= user.endsAtMs) {
      user.isRunning = false;
    }
  }

  #endTransaction(user: User, at: number): Result {
    const run = user.transactions[at] as TransactionStep;
    const { assertions, listeners } = run.controller.package;
    setOwnUserFields(user, run.result);
    checkAssertions(assertions, run.result, user);
    if (at === 0 && !user.isAborted) {
      notifyListeners(listeners, undefined, run.result, user);
    }
    return run.result;
  }

  readonly #endOuter = (user: User, outer: TransactionStep): void => {
    empty(user.transactions);
    user.transactions.push(outer);
    this.#endTransaction(user, 0);
  };

  #handleError(user: User, error: unknown): void {
    if (!(error instanceof StopRequest)) {
      const text = error instanceof Error ? error.message : String(error);
      this.log('error', `Error while processing sampler '${user.sampler?.name.raw ?? ''}': ${text}`);
      return;
    }
    user.isRunning = false;
    this.log('info', `${user.name}: ${error.message}`);
    if (error.what !== 'thread') {
      this.#options.onStopTest(error.what === 'test-now');
    }
  }

  #end(user: User): void {
    user.phase = 'ended';
    try {
      for (const listener of user.group.userListeners) {
        listener.userFinished?.(user);
      }
    } catch (error) {
      this.#handleError(user, error);
    }
    Atomics.add(this.#users, 0, -1);
    user.group.countUser(-1);
    this.#options.onUserEnd(user);
  }
}
