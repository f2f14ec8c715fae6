import type { SharedNumber, SharedNumbers } from '../core.ts';

/** One that no other worker sees. */
export class OwnNumber implements SharedNumber {
  value: number | undefined;

  hold<T>(work: (number: { value: number | undefined }) => T): T {
    return work(this);
  }
}

/** Numbers that the users of one worker share. */
export class OwnNumbers implements SharedNumbers {
  readonly #byName = new Map<string, OwnNumber>();

  next(): SharedNumber {
    return new OwnNumber();
  }

  at(name: string): SharedNumber {
    let number = this.#byName.get(name);
    if (!number) {
      number = new OwnNumber();
      this.#byName.set(name, number);
    }
    return number;
  }
}
