import { createHash } from 'node:crypto';
import type { SharedNumber, SharedNumbers } from '../core.ts';
import { LocalNumber } from '../users/local-numbers.ts';

const slots = 8192;
/** For each place: its lock, the two halves of its name's hash, and how often the lock has changed hands. */
const intsPerSlot = 4;
const acquisitionsAt = 3;
const tableLock = 0;
const firstSlot = intsPerSlot;
const lockBytes = 4 * (firstSlot + slots * intsPerSlot);
/** Whoever holds a lock for so long has died with it. */
const staleLockMs = 5_000;

const unlocked = 0;
const locked = 1;
const contended = 2;

/** Memory for the numbers that the users of all workers share. */
export function crossThreadMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(lockBytes + slots * 8);
  new Float64Array(memory, lockBytes, slots).fill(Number.NaN);
  return memory;
}

/** Numbers that the users of all workers share, each with a lock of its own. */
export class CrossThreadNumbers implements SharedNumbers {
  readonly #ints: Int32Array;
  readonly #values: Float64Array;
  readonly #byName = new Map<string, SharedNumber>();
  #calls = 0;
  #isFrozen = false;

  constructor(memory: SharedArrayBuffer) {
    this.#ints = new Int32Array(memory, 0, lockBytes / 4);
    this.#values = new Float64Array(memory, lockBytes, slots);
  }

  /** What is compiled from now on is compiled by one user, in one worker. */
  freeze(): void {
    this.#isFrozen = true;
  }

  next(): SharedNumber {
    return this.#isFrozen ? new LocalNumber() : this.at(`call ${this.#calls++}`);
  }

  at(name: string): SharedNumber {
    let number = this.#byName.get(name);
    if (!number) {
      const slot = this.#slotOf(name);
      number = new CrossThreadNumber(this.#ints, firstSlot + slot * intsPerSlot, this.#values, slot);
      this.#byName.set(name, number);
    }
    return number;
  }

  /** The same in all workers: found by the hash of the name, or taken. */
  #slotOf(name: string): number {
    const hash = createHash('sha256').update(name).digest();
    const hashLow = hash.readInt32LE(0) | 1;
    const hashHigh = hash.readInt32LE(4);
    const start = hash.readUInt32LE(8) % slots;
    lock(this.#ints, tableLock);
    try {
      for (let step = 0; step < slots; step++) {
        const slot = (start + step) % slots;
        const at = firstSlot + slot * intsPerSlot + 1;
        if (this.#ints[at] === 0) {
          this.#ints[at] = hashLow;
          this.#ints[at + 1] = hashHigh;
          return slot;
        }
        if (this.#ints[at] === hashLow && this.#ints[at + 1] === hashHigh) {
          return slot;
        }
      }
    } finally {
      unlock(this.#ints, tableLock);
    }
    throw new Error(`More than ${slots} files, counters or rates are shared by the users of this plan.`);
  }
}

class CrossThreadNumber implements SharedNumber {
  value: number | undefined;
  readonly #ints: Int32Array;
  readonly #lock: number;
  readonly #values: Float64Array;
  readonly #slot: number;

  constructor(ints: Int32Array, lockAt: number, values: Float64Array, slot: number) {
    this.#ints = ints;
    this.#lock = lockAt;
    this.#values = values;
    this.#slot = slot;
  }

  hold<T>(work: (number: { value: number | undefined }) => T): T {
    lock(this.#ints, this.#lock);
    try {
      const value = this.#values[this.#slot] ?? Number.NaN;
      this.value = Number.isNaN(value) ? undefined : value;
      return work(this);
    } finally {
      this.#values[this.#slot] = this.value ?? Number.NaN;
      unlock(this.#ints, this.#lock);
    }
  }
}

function lock(ints: Int32Array, at: number): void {
  if (Atomics.compareExchange(ints, at, unlocked, locked) === unlocked) {
    return;
  }
  let acquisitions = Atomics.load(ints, at + acquisitionsAt);
  while (Atomics.exchange(ints, at, contended) !== unlocked) {
    if (Atomics.wait(ints, at, contended, staleLockMs) === 'timed-out') {
      // Where others had it meanwhile, this one has only stood in a queue; of those who wait for a dead one's, one gets it.
      const found = Atomics.compareExchange(ints, at + acquisitionsAt, acquisitions, acquisitions + 1);
      if (found === acquisitions) {
        return;
      }
      acquisitions = found;
    }
  }
}

function unlock(ints: Int32Array, at: number): void {
  Atomics.add(ints, at + acquisitionsAt, 1);
  if (Atomics.exchange(ints, at, unlocked) === contended) {
    Atomics.notify(ints, at, 1);
  }
}
