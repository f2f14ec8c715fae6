/** Properties, which all users share: the other threads are told of each that is set. */
export class BroadcastProperties extends Map<string, string> {
  readonly #onSet: (name: string, value: string) => void;

  constructor(values: Readonly<Record<string, string>>, onSet: (name: string, value: string) => void) {
    super();
    this.#onSet = onSet;
    for (const [name, value] of Object.entries(values)) {
      this.applyRemote(name, value);
    }
  }

  override set(name: string, value: string): this {
    this.#onSet(name, value);
    return super.set(name, value);
  }

  /** Another thread has set it. */
  applyRemote(name: string, value: string): void {
    super.set(name, value);
  }
}
