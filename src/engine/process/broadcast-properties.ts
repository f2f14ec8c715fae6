/** Properties shared by all users: each change is reported, to be sent to the other threads. */
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

  /** Sets a property without reporting it. */
  applyRemote(name: string, value: string): void {
    super.set(name, value);
  }
}
