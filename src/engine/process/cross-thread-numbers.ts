import { createHash } from 'node:crypto';
import { LocalNumber, type SharedNumber, type SharedNumbers } from '../state/shared-numbers.ts';

const slots = 8192;
/** Integers per slot: lock, the two halves of the name's hash, and how often the lock was acquired or released. */
const intsPerSlot = 4;
const acquisitionsAt = 3;
const tableLock = 0;
const firstSlot = intsPerSlot;
const lockBytes = 4 * (firstSlot + slots * intsPerSlot);
/** A lock that is held longer belongs to a dead thread. */
const staleLockMs = 5_000;

const unlocked = 0;
const locked = 1;
const contended = 2;

/** Shared memory for the numbers of all workers. */
export function crossThreadMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(lockBytes + slots * 8);
  new Float64Array(memory, lockBytes, slots).fill(Number.NaN);
  return memory;
}

/** Numbers shared by all workers, each with its own lock. */
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

  /** Numbers created after compilation belong to one worker. */
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

  /** Returns the slot of the name, the same in all workers, and allocates it on first use. */
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
    throw new Error(`The plan shares more than ${slots} files, counters or rates between threads.`);
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
      // A changed counter means that the lock is alive and only contended. Otherwise one waiter takes over the dead lock.
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
