/** Adds up the time in which a user only thought, counting pauses that overlap once. */
export class ThinkTime {
  #totalMs = 0;
  #active = 0;
  #sinceMs = 0;

  get totalMs(): number {
    return this.#totalMs + (this.#active > 0 ? performance.now() - this.#sinceMs : 0);
  }

  async during(pause: () => Promise<void>): Promise<void> {
    if (this.#active === 0) this.#sinceMs = performance.now();
    this.#active += 1;
    try {
      await pause();
    } finally {
      this.#active -= 1;
      if (this.#active === 0) this.#totalMs += performance.now() - this.#sinceMs;
    }
  }
}
