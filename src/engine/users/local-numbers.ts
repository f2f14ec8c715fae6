import type { SharedNumber, SharedNumbers } from '../core.ts';

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
