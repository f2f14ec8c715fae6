import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type GeneratorReport, worstGenerator } from '../../domain/generator.ts';
import { sumInFlight } from '../../domain/in-flight.ts';
import type { LiveControl } from '../../domain/live-control.ts';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { encodeBlock } from '../../tool-process/block-codec.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';
import { EngineClock } from './engine-clock.ts';
import { type EngineMemory, engineMemory } from './engine-memory.ts';
import type { EngineListeners, EngineOutcome, EngineRunner } from './engine-runner.ts';
import type { WorkerLoad } from './load-watch.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

const reportEveryMs = 1000;
const shutDownTimeoutMs = 2000;

/** Next to this source file, or next to the bundle. */
const threadFile = import.meta.url.endsWith('.ts') ? './engine-thread.ts' : './engine-thread.mjs';

type ThreadState = 'starting' | 'ready' | 'running' | 'at-barrier' | 'ended';

interface Thread {
  worker: Worker;
  state: ThreadState;
  report: GeneratorReport | undefined;
  /** Set when the thread has ended. */
  load: WorkerLoad | undefined;
}

/** Shares the users of a plan between threads, with a barrier before each stage. Ends the run when a thread fails. */
export class WorkerPool implements EngineRunner {
  readonly #engine: EngineOptions;
  readonly #plan: PlanElement;
  readonly #listeners: EngineListeners;
  readonly #memory: EngineMemory = engineMemory();
  readonly #clock = new EngineClock();
  readonly #threads: Thread[];
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #outcome: Omit<EngineOutcome, 'loads'> = {
    samples: 0,
    abortedInFlight: sumInFlight([]),
    isLost: false,
    problems: [],
  };
  readonly #reported = new Set<string>();
  #variables: ReadonlyMap<string, string> | undefined;
  #clockOffsetMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(engine: EngineOptions, plan: PlanElement, count: number, listeners: EngineListeners) {
    this.#engine = engine;
    this.#plan = plan;
    this.#listeners = listeners;
    this.#ready.promise.catch(() => {});
    this.#threads = Array.from({ length: count }, (_, index) => this.#start(index, count));
  }

  #start(index: number, count: number): Thread {
    const workerData: ThreadData = {
      engine: this.#engine,
      plan: this.#plan,
      memory: this.#memory,
      index,
      count,
    };
    const { heapMb } = this.#engine;
    const worker = new Worker(new URL(threadFile, import.meta.url), {
      workerData,
      ...(heapMb === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: Math.floor(heapMb / count) } }),
    });
    const thread: Thread = { worker, state: 'starting', report: undefined, load: undefined };
    worker.on('message', (message: FromThread) => this.#receive(thread, message));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#loseThread(thread, this.#describeError(error, count)),
    );
    worker.on('exit', () => this.#loseThread(thread, 'An engine thread exited unexpectedly.'));
    return thread;
  }

  ready(): Promise<void> {
    return this.#ready.promise;
  }

  async run(clockOffsetMs: number): Promise<EngineOutcome> {
    this.#clockOffsetMs = clockOffsetMs;
    this.#timer = setInterval(() => this.#writeReport(), reportEveryMs);
    for (const thread of this.#threads) {
      if (thread.state === 'ready') {
        thread.state = 'running';
        this.#send(thread, { kind: 'start', clockOffsetMs });
      }
    }
    this.#resolveIfAllEnded();
    await this.#ended.promise;
    clearInterval(this.#timer);
    this.#writeReport();
    return { ...this.#outcome, loads: this.#threads.flatMap(({ load }) => load ?? []) };
  }

  control(control: LiveControl): void {
    for (const thread of this.#threads.filter(({ state }) => state !== 'ended')) {
      this.#send(thread, { kind: 'control', control });
    }
  }

  stop(): void {
    this.#stopAllExcept(undefined, false);
  }

  abortInFlight(): void {
    for (const thread of this.#threads.filter(({ state }) => state !== 'ended')) {
      this.#send(thread, { kind: 'abort-in-flight' });
    }
  }

  async shutDown(): Promise<void> {
    const exits = this.#threads
      .filter(({ state }) => state !== 'ended')
      .map((thread) => {
        thread.state = 'ended';
        this.#send(thread, { kind: 'shut-down' });
        return once(thread.worker, 'exit');
      });
    const timeout = new AbortController();
    await Promise.race([Promise.all(exits), delay(shutDownTimeoutMs, undefined, { signal: timeout.signal })]);
    timeout.abort();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#clock.stop();
    for (const { worker } of this.#threads) {
      void worker.terminate();
    }
  }

  #send({ worker }: Thread, message: ToThread): void {
    worker.postMessage(message);
  }

  #stopAllExcept(sender: Thread | undefined, isAtOnce: boolean): void {
    for (const thread of this.#threads) {
      if (thread !== sender && thread.state !== 'ended') {
        this.#send(thread, { kind: 'stop', isAtOnce });
      }
    }
  }

  #receive(thread: Thread, message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        thread.state = 'ready';
        if (this.#threads.every(({ state }) => state === 'ready')) {
          this.#ready.resolve();
        }
        return;
      case 'compile-failed':
        thread.state = 'ended';
        this.#ready.reject(new Error(message.reason));
        return;
      case 'at-barrier':
        thread.state = 'at-barrier';
        this.#variables = message.variables ?? this.#variables;
        this.#releaseBarrierIfComplete();
        return;
      case 'properties':
        for (const other of this.#threads.filter((each) => each !== thread && each.state !== 'ended')) {
          this.#send(other, message);
        }
        return;
      case 'stop':
        this.#stopAllExcept(thread, message.isAtOnce);
        return;
      case 'refusal':
        this.#reportOnce(message.reason, this.#listeners.onRefusal);
        return;
      case 'warning':
        this.#reportOnce(message.sentence, this.#listeners.onWarning);
        return;
      case 'load':
        thread.report = message.report;
        return;
      case 'failed':
        this.#loseThread(thread, `The engine failed: ${message.reason}`);
        return;
      case 'ended':
        thread.state = 'ended';
        thread.load = message.load;
        this.#mergeOutcome(message);
        this.#resolveIfAllEnded();
        return;
    }
  }

  /** Several threads may report the same sentence. */
  #reportOnce(sentence: string, listener: (sentence: string) => void): void {
    if (!this.#reported.has(sentence)) {
      this.#reported.add(sentence);
      listener(sentence);
    }
  }

  #mergeOutcome({ load, abortedInFlight, isLost }: FromThread & { kind: 'ended' }): void {
    this.#outcome.abortedInFlight = sumInFlight([this.#outcome.abortedInFlight, abortedInFlight]);
    this.#outcome.samples += load.samples;
    this.#outcome.isLost ||= isLost;
  }

  #releaseBarrierIfComplete(): void {
    const alive = this.#threads.filter(({ state }) => state !== 'ended');
    if (alive.length > 0 && alive.every(({ state }) => state === 'at-barrier')) {
      const atMs = this.#clock.nowMs();
      for (const thread of alive) {
        thread.state = 'running';
        this.#send(thread, { kind: 'barrier-released', atMs, variables: this.#variables });
      }
      this.#variables = undefined;
    }
  }

  #resolveIfAllEnded(): void {
    if (this.#threads.every(({ state }) => state === 'ended')) {
      this.#ended.resolve();
    }
  }

  /** Keeps the samples of a failed thread and stops the others: without its users the load is not the plan's. */
  #loseThread(thread: Thread, sentence: string): void {
    if (thread.state === 'ended') {
      return;
    }
    thread.state = 'ended';
    this.#outcome.problems.push(sentence);
    this.#ready.reject(new Error(sentence));
    this.#stopAllExcept(thread, true);
    this.#releaseBarrierIfComplete();
    this.#resolveIfAllEnded();
  }

  #describeError(error: NodeJS.ErrnoException, count: number): string {
    return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `The engine used more than the ${Math.floor((this.#engine.heapMb ?? 0) / count)} MB of memory that each of its ${count} threads may use, so the run was stopped. Use fewer users per node.`
      : `The engine failed: ${error.message}`;
  }

  /** Writes the worst figure of all threads. */
  #writeReport(): void {
    const reports = this.#threads.flatMap(({ report }) => report ?? []);
    const latest = worstGenerator(reports.map((report) => report.latest));
    const run = worstGenerator(reports.flatMap((report) => report.run ?? []));
    const inFlight = sumInFlight(reports.flatMap((report) => report.inFlight ?? []));
    if (!latest) {
      return;
    }
    const usersNow = Math.max(0, new Int32Array(this.#memory.users)[0] ?? 0);
    const second = Math.floor((this.#clock.nowMs() + this.#clockOffsetMs) / 1000);
    const block = { second, users: usersNow, usersNow, labels: new Map(), firstStartedAtMs: undefined };
    append(this.#engine.samplesPath, encodeBlock({ ...block, generator: { latest, run, inFlight } }));
  }
}

function append(path: string, bytes: Buffer): void {
  try {
    const file = openSync(path, 'a', 0o644);
    try {
      writeSync(file, bytes);
    } finally {
      closeSync(file);
    }
  } catch {
    // A full disk also fails the sample writer, which ends the run.
  }
}
