import { wholeText } from '../../languages/java/numbers.ts';

/** A variable name with its slot. */
export interface VariableName {
  readonly text: string;
  /** -1: no slot; the value is in the overflow map. */
  readonly slot: number;
}

/** Written after every sample, so it has a fixed slot. */
export const lastSampleOk: VariableName = { text: 'JMeterThread.last_sample_ok', slot: 0 };

/** Limit of slots, because every user allocates all of them. */
const maxSlots = 64;

/**
 * Slot table of the variable names that the plan mentions: a slot is read without a map lookup. Names first seen at run
 * time, and names over the limit, have no slot.
 */
export class VariableNames {
  readonly #slots = new Map<string, number>([[lastSampleOk.text, lastSampleOk.slot]]);
  readonly #names: string[] = [lastSampleOk.text];
  #isFrozen = false;

  get count(): number {
    return this.#names.length;
  }

  /** Freezes the slot table. Later names go to the overflow map. */
  freeze(): void {
    this.#isFrozen = true;
  }

  name(text: string): VariableName {
    return { text, slot: this.addSlot(text) };
  }

  at(slot: number): string {
    return this.#names[slot] ?? '';
  }

  /** -1: no slot. */
  slot(name: string): number {
    return this.#slots.get(name) ?? -1;
  }

  /** Returns the slot, and allocates one while the table is not frozen or full; -1: no slot. */
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

/** An object that a script has stored in a variable, with its text. */
export interface ObjectVariable {
  readonly value: unknown;
  text(): string;
}

/** The variables of one user. */
export class Variables implements Iterable<[string, string]> {
  readonly #names: VariableNames;
  /** By slot. A number becomes a text when it is read, because most loop indexes never are. */
  readonly #values: (string | number | undefined)[];
  /** Variables without a slot. */
  #overflow: Map<string, string> | undefined;
  /** Objects stored by scripts. A text of the same name replaces the object. */
  #objects: Map<string, ObjectVariable> | undefined;

  constructor(names: VariableNames, from?: Variables) {
    this.#names = names;
    this.#values = from ? from.#values.slice() : [];
    while (this.#values.length < names.count) {
      this.#values.push(undefined);
    }
    if (from !== undefined && from.#overflow !== undefined) {
      this.#overflow = new Map(from.#overflow);
    }
    if (from !== undefined && from.#objects !== undefined) {
      this.#objects = new Map(from.#objects);
    }
  }

  get(name: string): string | undefined {
    const slot = this.#names.slot(name);
    return slot < 0 ? this.#overflow?.get(name) : this.#textAt(slot);
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

  /** Returns whether the variable was set. */
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
    return name.slot < 0 ? this.#overflow?.get(name.text) : this.#textAt(name.slot);
  }

  write(name: VariableName, value: string): void {
    if (name.slot < 0) {
      this.set(name.text, value);
    } else {
      this.#setAt(name.slot, value);
    }
  }

  /** Writes the text of a whole number. */
  writeWhole(name: VariableName, value: number): void {
    if (name.slot < 0) {
      this.set(name.text, wholeText(value));
    } else {
      this.#setAt(name.slot, value);
    }
  }

  /** Returns whether the variable was set. */
  remove(name: VariableName): boolean {
    return this.#deleteAt(name.slot, name.text);
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (let slot = 0; slot < this.#values.length; slot++) {
      const value = this.#textAt(slot);
      if (value !== undefined) {
        yield [this.#names.at(slot), value];
      }
    }
    yield* this.#overflow ?? [];
    for (const [name, object] of this.#objects ?? []) {
      if (!this.has(name)) {
        yield [name, object.text()];
      }
    }
  }

  /** Visits all variables but those whose value is an object. */
  forEachText(visit: (name: string, value: string) => void): void {
    for (let slot = 0; slot < this.#values.length; slot++) {
      const value = this.#textAt(slot);
      if (value !== undefined) {
        visit(this.#names.at(slot), value);
      }
    }
    for (const [name, value] of this.#overflow ?? []) {
      visit(name, value);
    }
  }

  /** Visits the variables whose value is an object. */
  forEachObject(visit: (name: string, object: ObjectVariable) => void): void {
    for (const [name, object] of this.#objects ?? []) {
      if (!this.has(name)) {
        visit(name, object);
      }
    }
  }

  /** Undefined unless a script has stored an object and no text was set since. */
  object(name: string): ObjectVariable | undefined {
    return this.#objects === undefined || this.has(name) ? undefined : this.#objects.get(name);
  }

  /** Replaces the text by an object, or removes both. */
  setObject(name: string, object: ObjectVariable | undefined): void {
    this.delete(name);
    if (object === undefined) {
      this.#objects?.delete(name);
    } else {
      this.#objects ??= new Map();
      this.#objects.set(name, object);
    }
  }

  #textAt(slot: number): string | undefined {
    const value = this.#values[slot];
    if (typeof value !== 'number') {
      return value;
    }
    const text = wholeText(value);
    this.#values[slot] = text;
    return text;
  }

  /** Slots may have been added since this object was created. */
  #setAt(slot: number, value: string | number): void {
    while (this.#values.length < slot) {
      this.#values.push(undefined);
    }
    this.#values[slot] = value;
  }
}
