import { type SliceBatch, unlimitedBatch } from './slice-batch.ts';
import { RealWheelTimer, type WheelTimer } from './wheel-timer.ts';

/** An entry of a wheel, in at most one slot at a time. */
export abstract class WheelEntry {
  /** Scheduled wake-up time in epoch milliseconds. */
  dueAtMs = 0;
  nextInSlot: WheelEntry | undefined;
  previousInSlot: WheelEntry | undefined;
  /** -1: not on the wheel. */
  slot = -1;

  abstract due(): void;
}

const slots = 8192;
/** A wheel that lags by more is behind schedule. */
const behindMs = 3;

/**
 * A timer wheel with slots of one millisecond: thousands of sleeping users cost one timer. An entry that is due after
 * more than one rotation stays in its slot until its time.
 */
export class Wheel {
  readonly #heads: (WheelEntry | undefined)[] = new Array(slots).fill(undefined);
  /** Tail pointers keep entries of a slot in insertion order. */
  readonly #tails: (WheelEntry | undefined)[] = new Array(slots).fill(undefined);
  readonly #now: () => number;
  readonly #timer: WheelTimer;
  #turnedToMs: number;
  #waiting = 0;
  #sliceEndsAtMs = 0;
  /** Entries woken in the current slice; at least one, so that a slice always makes progress. */
  #woken = 0;
  /** Limits of one slice: responses are read between slices, so that waking users does not delay their timestamps. */
  batch: SliceBatch = unlimitedBatch;
  /** Time at which the latest entry was woken, in epoch milliseconds. */
  wokenAtMs = 0;

  constructor(nowMs: () => number, timer: WheelTimer = new RealWheelTimer()) {
    this.#now = nowMs;
    this.#timer = timer;
    this.#turnedToMs = Math.floor(nowMs());
  }

  get waiting(): number {
    return this.#waiting;
  }

  add(entry: WheelEntry, dueAtMs: number): void {
    if (entry.slot >= 0) {
      this.remove(entry);
    }
    entry.dueAtMs = dueAtMs;
    if (this.#waiting === 0) {
      this.#start();
    }
    const ms = Math.max(Math.ceil(dueAtMs), this.#turnedToMs + 1);
    const slot = ms % slots;
    const tail = this.#tails[slot];
    entry.slot = slot;
    entry.nextInSlot = undefined;
    entry.previousInSlot = tail;
    if (tail) {
      tail.nextInSlot = entry;
    } else {
      this.#heads[slot] = entry;
    }
    this.#tails[slot] = entry;
    this.#waiting += 1;
  }

  remove(entry: WheelEntry): void {
    if (entry.slot < 0) {
      return;
    }
    if (entry.previousInSlot) {
      entry.previousInSlot.nextInSlot = entry.nextInSlot;
    } else {
      this.#heads[entry.slot] = entry.nextInSlot;
    }
    if (entry.nextInSlot) {
      entry.nextInSlot.previousInSlot = entry.previousInSlot;
    } else {
      this.#tails[entry.slot] = entry.previousInSlot;
    }
    entry.slot = -1;
    entry.nextInSlot = undefined;
    entry.previousInSlot = undefined;
    this.#waiting -= 1;
    if (this.#waiting === 0) {
      this.#timer.stop();
    }
  }

  #start(): void {
    // The wheel was empty: slots before now hold no entries.
    this.#turnedToMs = Math.max(this.#turnedToMs, Math.floor(this.#now()) - 1);
    this.#timer.start(this.#turn, this.#firstDueMs);
  }

  readonly #turn = (): void => {
    this.#timer.stop();
    this.batch.run(this.#wakeAll, this.#now() - this.#turnedToMs > behindMs);
  };

  readonly #wakeAll = (): void => {
    const startedAtMs = this.#now();
    const nowMs = Math.floor(startedAtMs);
    this.#sliceEndsAtMs = startedAtMs + this.batch.sliceMs;
    this.#woken = 0;
    // After a long pause one full rotation visits every slot.
    const from = Math.max(this.#turnedToMs + 1, nowMs - slots + 1);
    for (let ms = from; ms <= nowMs; ms++) {
      this.#turnedToMs = ms;
      if (!this.#wakeSlot(ms % slots, nowMs)) {
        this.#turnedToMs = ms - 1;
        setImmediate(this.#turn);
        return;
      }
    }
    if (this.#waiting > 0) {
      this.#timer.start(this.#turn, this.#firstDueMs);
    }
  };

  /** The first whole millisecond at which an entry is due. Scans all slots: only virtual time uses it. */
  readonly #firstDueMs = (): number => {
    const nextMs = this.#turnedToMs + 1;
    let firstMs = Number.POSITIVE_INFINITY;
    for (let ms = nextMs; ms < nextMs + slots && firstMs > ms; ms++) {
      for (let entry = this.#heads[ms % slots]; entry; entry = entry.nextInSlot) {
        firstMs = Math.min(firstMs, Math.max(Math.ceil(entry.dueAtMs), nextMs));
      }
    }
    return firstMs;
  };

  /** Returns false when the slice ended or the batch was full before all due entries were woken. */
  #wakeSlot(slot: number, nowMs: number): boolean {
    let entry = this.#heads[slot];
    while (entry) {
      const following = entry.nextInSlot;
      if (entry.dueAtMs <= nowMs) {
        this.wokenAtMs = this.#now();
        const isOver = this.wokenAtMs >= this.#sliceEndsAtMs || this.batch.isFull;
        if (isOver && this.#woken > 0) {
          return false;
        }
        this.#woken += 1;
        this.remove(entry);
        entry.due();
      }
      // A woken user may have removed the following entry.
      entry = following?.slot === slot ? following : this.#firstDue(slot, nowMs, following);
    }
    return true;
  }

  #firstDue(slot: number, nowMs: number, gone: WheelEntry | undefined): WheelEntry | undefined {
    if (!gone) {
      return undefined;
    }
    for (let entry = this.#heads[slot]; entry; entry = entry.nextInSlot) {
      if (entry.dueAtMs <= nowMs) {
        return entry;
      }
    }
    return undefined;
  }
}
