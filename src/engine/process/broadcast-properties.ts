/** Properties shared by all users: each change is reported, to be sent to the other threads and to scripts in a JVM. */
export class BroadcastProperties extends Map<string, string> {
  readonly #onSet: (name: string, value: string) => void;
  readonly #onDelete: ((name: string) => void) | undefined;

  constructor(
    values: Readonly<Record<string, string>>,
    onSet: (name: string, value: string) => void,
    onDelete?: (name: string) => void,
  ) {
    super();
    this.#onSet = onSet;
    this.#onDelete = onDelete;
    for (const [name, value] of Object.entries(values)) {
      this.applyRemote(name, value);
    }
  }

  override set(name: string, value: string): this {
    this.#onSet(name, value);
    return super.set(name, value);
  }

  override delete(name: string): boolean {
    this.#onDelete?.(name);
    return super.delete(name);
  }

  /** Sets a property, or removes it, without reporting it. */
  applyRemote(name: string, value: string | undefined): void {
    if (value === undefined) {
      super.delete(name);
    } else {
      super.set(name, value);
    }
  }
}
