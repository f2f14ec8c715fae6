/** The name of a variable, and its place if it has one. */
export interface VariableName {
  readonly text: string;
  /** -1: it has none. */
  readonly slot: number;
}

/** Every user has one, and every sample sets it. */
export const lastSampleOk: VariableName = { text: 'JMeterThread.last_sample_ok', slot: 0 };

/** All users have all places, also those that none of theirs needs. */
const maxSlots = 64;

/**
 * The names that the plan itself speaks of: each has a place in the variables of every user, where it is found without
 * looking for it. Names that come up once users are there, and those that are too many, have none.
 */
export class VariableNames {
  readonly #slots = new Map<string, number>([[lastSampleOk.text, lastSampleOk.slot]]);
  readonly #names: string[] = [lastSampleOk.text];
  #isFrozen = false;

  get count(): number {
    return this.#names.length;
  }

  /** From now on who has a place keeps it, and nobody else gets one. */
  freeze(): void {
    this.#isFrozen = true;
  }

  name(text: string): VariableName {
    return { text, slot: this.addSlot(text) };
  }

  at(slot: number): string {
    return this.#names[slot] ?? '';
  }

  /** -1 when there is none. */
  slot(name: string): number {
    return this.#slots.get(name) ?? -1;
  }

  /** The same, but a name that comes early enough gets one. */
  addSlot(name: string): number {
    const known = this.#slots.get(name);
    if (known !== undefined || this.#isFrozen || this.#names.length >= maxSlots) {
      return known ?? -1;
    }
    this.#slots.set(name, this.#names.length);
    this.#names.push(name);
    return this.#names.length - 1;
  }
}

/** The variables of one user. */
export class Variables implements Iterable<[string, string]> {
  readonly #names: VariableNames;
  /** By place. */
  readonly #values: (string | undefined)[];
  /** Those without a place. */
  #overflow: Map<string, string> | undefined;

  constructor(names: VariableNames, from?: Variables) {
    this.#names = names;
    this.#values = from ? from.#values.slice() : [];
    while (this.#values.length < names.count) {
      this.#values.push(undefined);
    }
    if (from !== undefined && from.#overflow !== undefined) {
      this.#overflow = new Map(from.#overflow);
    }
  }

  get(name: string): string | undefined {
    const slot = this.#names.slot(name);
    return slot < 0 ? this.#overflow?.get(name) : this.#values[slot];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, value: string): void {
    const slot = this.#names.addSlot(name);
    if (slot < 0) {
      this.#overflow ??= new Map();
      this.#overflow.set(name, value);
    } else {
      this.#setAt(slot, value);
    }
  }

  /** Whether there was one. */
  delete(name: string): boolean {
    return this.#deleteAt(this.#names.slot(name), name);
  }

  #deleteAt(slot: number, name: string): boolean {
    if (slot < 0) {
      return this.#overflow?.delete(name) ?? false;
    }
    const wasSet = this.#values[slot] !== undefined;
    if (wasSet) {
      this.#values[slot] = undefined;
    }
    return wasSet;
  }

  read(name: VariableName): string | undefined {
    return name.slot < 0 ? this.#overflow?.get(name.text) : this.#values[name.slot];
  }

  write(name: VariableName, value: string): void {
    if (name.slot < 0) {
      this.set(name.text, value);
    } else {
      this.#setAt(name.slot, value);
    }
  }

  /** Whether there was one. */
  remove(name: VariableName): boolean {
    return this.#deleteAt(name.slot, name.text);
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const [slot, value] of this.#values.entries()) {
      if (value !== undefined) {
        yield [this.#names.at(slot), value];
      }
    }
    yield* this.#overflow ?? [];
  }

  /** Places may have been given away since. */
  #setAt(slot: number, value: string): void {
    while (this.#values.length < slot) {
      this.#values.push(undefined);
    }
    this.#values[slot] = value;
  }
}
