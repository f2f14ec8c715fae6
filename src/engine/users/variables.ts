/** The name of a variable, and its place if it has one. */
export interface VariableName {
  readonly text: string;
  /** -1: it has none. */
  readonly place: number;
}

/** Every user has one, and every sample sets it. */
export const lastSampleOk: VariableName = { text: 'JMeterThread.last_sample_ok', place: 0 };

/** All users have all places, also those that none of theirs needs. */
const maxSlots = 64;

/**
 * The names that the plan itself speaks of: each has a place in the variables of every user, where it is found without
 * looking for it. Names that come up once users are there, and those that are too many, have none.
 */
export class VariableNames {
  readonly #places = new Map<string, number>([[lastSampleOk.text, lastSampleOk.place]]);
  readonly #names: string[] = [lastSampleOk.text];
  #isSealed = false;

  get count(): number {
    return this.#names.length;
  }

  /** From now on who has a place keeps it, and nobody else gets one. */
  seal(): void {
    this.#isSealed = true;
  }

  name(text: string): VariableName {
    return { text, place: this.addPlace(text) };
  }

  at(place: number): string {
    return this.#names[place] ?? '';
  }

  /** -1 when there is none. */
  place(name: string): number {
    return this.#places.get(name) ?? -1;
  }

  /** The same, but a name that comes early enough gets one. */
  addPlace(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined || this.#isSealed || this.#names.length >= maxSlots) {
      return known ?? -1;
    }
    this.#places.set(name, this.#names.length);
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
  #others: Map<string, string> | undefined;

  constructor(names: VariableNames, from?: Variables) {
    this.#names = names;
    this.#values = from ? from.#values.slice() : [];
    while (this.#values.length < names.count) {
      this.#values.push(undefined);
    }
    if (from !== undefined && from.#others !== undefined) {
      this.#others = new Map(from.#others);
    }
  }

  get(name: string): string | undefined {
    const place = this.#names.place(name);
    return place < 0 ? this.#others?.get(name) : this.#values[place];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, value: string): void {
    const place = this.#names.addPlace(name);
    if (place < 0) {
      this.#others ??= new Map();
      this.#others.set(name, value);
    } else {
      this.#setAt(place, value);
    }
  }

  /** Whether there was one. */
  delete(name: string): boolean {
    return this.#deleteAt(this.#names.place(name), name);
  }

  #deleteAt(place: number, name: string): boolean {
    if (place < 0) {
      return this.#others?.delete(name) ?? false;
    }
    const wasSet = this.#values[place] !== undefined;
    if (wasSet) {
      this.#values[place] = undefined;
    }
    return wasSet;
  }

  read(name: VariableName): string | undefined {
    return name.place < 0 ? this.#others?.get(name.text) : this.#values[name.place];
  }

  write(name: VariableName, value: string): void {
    if (name.place < 0) {
      this.set(name.text, value);
    } else {
      this.#setAt(name.place, value);
    }
  }

  /** Whether there was one. */
  drop(name: VariableName): boolean {
    return this.#deleteAt(name.place, name.text);
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const [place, value] of this.#values.entries()) {
      if (value !== undefined) {
        yield [this.#names.at(place), value];
      }
    }
    yield* this.#others ?? [];
  }

  /** Places may have been given away since. */
  #setAt(place: number, value: string): void {
    while (this.#values.length < place) {
      this.#values.push(undefined);
    }
    this.#values[place] = value;
  }
}
