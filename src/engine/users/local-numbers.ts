import type { SharedNumber, SharedNumbers } from '../core.ts';

/** One that no other worker sees. */
export class LocalNumber implements SharedNumber {
  value: number | undefined;

  hold<T>(work: (number: { value: number | undefined }) => T): T {
    return work(this);
  }
}

/** Numbers that the users of one worker share. */
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
