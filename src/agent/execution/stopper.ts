import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from './execution-context.ts';

const forceAgainAfterMs = 5000;
const settleWithinMs = 10_000;

/** Brings a running tool to its end when that is wanted: politely, and by force when it takes too long. */
export class Stopper {
  /** A sentence for the outcome when the tool did not stop by itself. */
  forceNote: string | null = null;
  /** A sentence for the outcome when the node stopped the tool on its own. */
  lateNote: string | null = null;
  stoppedBeforeStart = false;
  readonly #context: ExecutionContext;
  readonly #releaseAtMs: number;
  #askedAt: number | undefined;
  #forcedAt: number | undefined;
  #calls: Promise<void> = Promise.resolve();

  constructor(context: ExecutionContext, releaseAtMs: number) {
    this.#context = context;
    this.#releaseAtMs = releaseAtMs;
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
        this.lateNote = `Timed out after ${record.spec.stopAfterS} s: the run did not end by itself, and its node stopped it.`;
      this.stoppedBeforeStart = node.clock.localMs() < this.#releaseAtMs;
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
      this.forceNote = `The tool did not stop within ${record.spec.stopGraceS} s and was ended by force.`;
    }
    this.#forcedAt = now;
    this.#stop('force');
  }

  /** Resolves when no call to the tool is under way any more, or such a call takes far too long. */
  async settle(): Promise<void> {
    await Promise.race([this.#calls, sleep(settleWithinMs, undefined, { ref: false })]);
  }

  /** The service stops a run that does not end by itself. It may be away for longer than the run may last. */
  #isOverdue(): boolean {
    const { stopAfterS } = this.#context.record.spec;
    return (
      stopAfterS !== undefined && this.#context.node.clock.localMs() > this.#releaseAtMs + stopAfterS * 1000
    );
  }

  #stop(how: 'graceful' | 'force'): void {
    const { tool, log, signal, desired } = this.#context;
    log.info({ how }, 'stopping the tool');
    const call = tool.stop(this.#context.toolExecution(signal), how).catch((error) => {
      log.error({ err: error, how }, 'stopping the tool did not work');
    });
    this.#calls = Promise.all([this.#calls, call]).then(() => desired.changed.notify());
  }
}
