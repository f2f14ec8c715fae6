import { type SliceBatch, unlimitedBatch } from './slice-batch.ts';
import { RealWheelTimer, type WheelTimer } from './wheel-timer.ts';

/** Something that can wait on a wheel, in one place at a time. */
export abstract class WheelEntry {
  /** Epoch milliseconds; when it was to be woken. */
  dueAtMs = 0;
  nextInSlot: WheelEntry | undefined;
  previousInSlot: WheelEntry | undefined;
  /** -1: not on the wheel. */
  slot = -1;

  abstract due(): void;
}

const slots = 8192;
/** Who is woken later than that has been kept waiting. */
const behindMs = 3;

/**
 * A timer wheel of one millisecond a slot: thousands of users sleep on it for the price of one timer. An entry that is
 * due later than one turn stays in its slot until its time.
 */
export class Wheel {
  readonly #heads: (WheelEntry | undefined)[] = new Array(slots).fill(undefined);
  /** Who comes first to a slot is woken first. */
  readonly #tails: (WheelEntry | undefined)[] = new Array(slots).fill(undefined);
  readonly #now: () => number;
  readonly #timer: WheelTimer;
  #turnedToMs: number;
  #waiting = 0;
  #sliceEndsAtMs = 0;
  /** In the slice under way; without anybody it would be for nothing. */
  #woken = 0;
  /** Of those who are woken in one slice: then answers that have arrived are read, so that their times are not ours. */
  batch: SliceBatch = unlimitedBatch;
  /** When the last who was woken had its turn. */
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
    // Nobody waited, so no slot before now holds anything.
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
    // After a long pause every slot is looked at once; more turns would find nothing new.
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

  /** The first whole millisecond at which an entry is woken. Looks at all slots, so real time has no use for it. */
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

  /** False when the slice was over, or its batch full, before all were woken. */
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
      // A woken user may have taken the following one off the wheel.
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
