import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from './execution-context.ts';

const forceAgainAfterMs = 5000;
const settleWithinMs = 10_000;

/** Stops a running tool on request: gracefully, then by kill when the stop grace has passed. */
export class Stopper {
  /** Error for the outcome when the tool was killed after its stop grace. */
  forceNote: string | null = null;
  /** Error for the outcome when the node stopped an overdue tool without a request of the service. */
  lateNote: string | null = null;
  stoppedBeforeStart = false;
  readonly #context: ExecutionContext;
  readonly #startAtMs: number;
  #askedAt: number | undefined;
  #forcedAt: number | undefined;
  #calls: Promise<void> = Promise.resolve();

  /** `startAtMs` is in service time. */
  constructor(context: ExecutionContext, startAtMs: number) {
    this.#context = context;
    this.#startAtMs = startAtMs;
  }

  /** Called at least every second. Does not wait for the tool. */
  act(): void {
    const { desired, record, node } = this.#context;
    if (!desired.isStopWanted && !this.#isOverdue()) return;
    const isAsked = desired.want === 'stop' || !desired.isStopWanted;
    const now = performance.now();
    if (this.#askedAt === undefined) {
      this.#askedAt = now;
      if (!desired.isStopWanted)
        this.lateNote = `Timed out after ${record.spec.stopAfterS} s: the run did not end, so the node stopped it.`;
      this.stoppedBeforeStart = node.clock.nowMs() < this.#startAtMs;
      if (isAsked && !this.stoppedBeforeStart) {
        this.#stop('graceful');
        return;
      }
    }
    const graceMs = record.spec.stopGraceS * 1000;
    const isGraceOver = now - this.#askedAt >= graceMs;
    if (isAsked && !this.stoppedBeforeStart && !isGraceOver) return;
    if (this.#forcedAt !== undefined && now - this.#forcedAt < forceAgainAfterMs) return;
    if (this.#forcedAt === undefined && isGraceOver && isAsked) {
      this.forceNote = `The tool did not stop within ${record.spec.stopGraceS} s and was killed.`;
    }
    this.#forcedAt = now;
    this.#stop('force');
  }

  /** Resolves when all stop calls have returned, or after a timeout. */
  async settle(): Promise<void> {
    await Promise.race([this.#calls, sleep(settleWithinMs, undefined, { ref: false })]);
  }

  /** Fallback for an unreachable service, which otherwise stops overdue runs. */
  #isOverdue(): boolean {
    const { stopAfterS } = this.#context.record.spec;
    return stopAfterS !== undefined && this.#context.node.clock.nowMs() > this.#startAtMs + stopAfterS * 1000;
  }

  #stop(how: 'graceful' | 'force'): void {
    const { tool, log, signal, desired } = this.#context;
    log.info({ how }, 'tool.stopping');
    const call = tool.stop(this.#context.toolExecution(signal), how).catch((error) => {
      log.error({ err: error, how }, 'tool.stop.failed');
    });
    this.#calls = Promise.all([this.#calls, call]).then(() => desired.changed.notify());
  }
}
