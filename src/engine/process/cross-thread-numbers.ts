import { createHash } from 'node:crypto';
import type { SharedNumber, SharedNumbers } from '../core.ts';
import { LocalNumber } from '../users/local-numbers.ts';

const places = 8192;
/** For each place: its lock, the two halves of its name's hash, and how often the lock has changed hands. */
const perPlace = 4;
const handsAt = 3;
const tableLock = 0;
const firstPlace = perPlace;
const lockBytes = 4 * (firstPlace + places * perPlace);
/** Whoever holds a lock for so long has died with it. */
const staleLockMs = 5_000;

const free = 0;
const taken = 1;
const wanted = 2;

/** Memory for the numbers that the users of all workers share. */
export function crossThreadMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(lockBytes + places * 8);
  new Float64Array(memory, lockBytes, places).fill(Number.NaN);
  return memory;
}

/** Numbers that the users of all workers share, each with a lock of its own. */
export class CrossThreadNumbers implements SharedNumbers {
  readonly #ints: Int32Array;
  readonly #values: Float64Array;
  readonly #byName = new Map<string, SharedNumber>();
  #calls = 0;
  #isSealed = false;

  constructor(memory: SharedArrayBuffer) {
    this.#ints = new Int32Array(memory, 0, lockBytes / 4);
    this.#values = new Float64Array(memory, lockBytes, places);
  }

  /** What is compiled from now on is compiled by one user, in one worker. */
  seal(): void {
    this.#isSealed = true;
  }

  next(): SharedNumber {
    return this.#isSealed ? new LocalNumber() : this.at(`call ${this.#calls++}`);
  }

  at(name: string): SharedNumber {
    let number = this.#byName.get(name);
    if (!number) {
      const place = this.#placeOf(name);
      number = new CrossThreadNumber(this.#ints, firstPlace + place * perPlace, this.#values, place);
      this.#byName.set(name, number);
    }
    return number;
  }

  /** The same in all workers: found by the hash of the name, or taken. */
  #placeOf(name: string): number {
    const hash = createHash('sha256').update(name).digest();
    const one = hash.readInt32LE(0) | 1;
    const other = hash.readInt32LE(4);
    const start = hash.readUInt32LE(8) % places;
    lock(this.#ints, tableLock);
    try {
      for (let step = 0; step < places; step++) {
        const place = (start + step) % places;
        const at = firstPlace + place * perPlace + 1;
        if (this.#ints[at] === 0) {
          this.#ints[at] = one;
          this.#ints[at + 1] = other;
          return place;
        }
        if (this.#ints[at] === one && this.#ints[at + 1] === other) {
          return place;
        }
      }
    } finally {
      unlock(this.#ints, tableLock);
    }
    throw new Error(`More than ${places} files, counters or rates are shared by the users of this plan.`);
  }
}

class CrossThreadNumber implements SharedNumber {
  value: number | undefined;
  readonly #ints: Int32Array;
  readonly #lock: number;
  readonly #values: Float64Array;
  readonly #place: number;

  constructor(ints: Int32Array, lockAt: number, values: Float64Array, place: number) {
    this.#ints = ints;
    this.#lock = lockAt;
    this.#values = values;
    this.#place = place;
  }

  hold<T>(work: (number: { value: number | undefined }) => T): T {
    lock(this.#ints, this.#lock);
    try {
      const value = this.#values[this.#place] ?? Number.NaN;
      this.value = Number.isNaN(value) ? undefined : value;
      return work(this);
    } finally {
      this.#values[this.#place] = this.value ?? Number.NaN;
      unlock(this.#ints, this.#lock);
    }
  }
}

function lock(ints: Int32Array, at: number): void {
  if (Atomics.compareExchange(ints, at, free, taken) === free) {
    return;
  }
  let hands = Atomics.load(ints, at + handsAt);
  while (Atomics.exchange(ints, at, wanted) !== free) {
    if (Atomics.wait(ints, at, wanted, staleLockMs) === 'timed-out') {
      // Where others had it meanwhile, this one has only stood in a queue; of those who wait for a dead one's, one gets it.
      const found = Atomics.compareExchange(ints, at + handsAt, hands, hands + 1);
      if (found === hands) {
        return;
      }
      hands = found;
    }
  }
}

function unlock(ints: Int32Array, at: number): void {
  Atomics.add(ints, at + handsAt, 1);
  if (Atomics.exchange(ints, at, free) === wanted) {
    Atomics.notify(ints, at, 1);
  }
}
