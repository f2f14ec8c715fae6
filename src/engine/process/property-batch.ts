/** Pairs of name and value. */
export type PropertyValues = readonly (readonly [string, string])[];

/** Properties that a thread has set and not sent yet: one message per turn of the event loop, with the latest value of each. */
export class PropertyBatch {
  readonly #values = new Map<string, string>();
  readonly #send: (values: PropertyValues) => void;

  constructor(send: (values: PropertyValues) => void) {
    this.#send = send;
  }

  add(name: string, value: string): void {
    if (this.#values.size === 0) {
      setImmediate(() => this.flush());
    }
    this.#values.set(name, value);
  }

  /** Drops an unsent value: another thread has set the property since. */
  forget(name: string): void {
    this.#values.delete(name);
  }

  flush(): void {
    if (this.#values.size > 0) {
      this.#send([...this.#values]);
      this.#values.clear();
    }
  }
}
