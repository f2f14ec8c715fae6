/** A number shared by users, including users of other workers. */
export interface SharedNumber {
  /** Runs `work` while holding the lock. The value is undefined until it is first set. */
  hold<T>(work: (number: { value: number | undefined }) => T): T;
}

/** The shared numbers of a plan, by name. */
export interface SharedNumbers {
  at(name: string): SharedNumber;
  /** An unnamed number. Workers compile in the same order, so the n-th call returns the same number in each of them. */
  next(): SharedNumber;
}

/** A number within one worker. */
export class LocalNumber implements SharedNumber {
  value: number | undefined;

  hold<T>(work: (number: { value: number | undefined }) => T): T {
    return work(this);
  }
}

/** Shared numbers of a run with one worker. */
export class LocalNumbers implements SharedNumbers {
  readonly #byName = new Map<string, LocalNumber>();

  next(): SharedNumber {
    return new LocalNumber();
  }

  at(name: string): SharedNumber {
    let number = this.#byName.get(name);
    if (!number) {
      number = new LocalNumber();
      this.#byName.set(name, number);
    }
    return number;
  }
}
