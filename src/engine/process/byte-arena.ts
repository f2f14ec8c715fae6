const firstChunkBytes = 1024;
const chunkBytes = 16 * 1024;
const noBytes = new Uint8Array(0);

/**
 * Stores short byte sequences with equal lifetimes in chunks of its own. Small buffers of Node.js share a pool with
 * short-lived ones: each could keep 64 KB in memory.
 */
export class ByteArena {
  #chunk = noBytes;
  #used = 0;

  /** Returns a copy. */
  keep(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    if (this.#used + length > this.#chunk.length) {
      const next = Math.max(firstChunkBytes, Math.min(chunkBytes, 2 * this.#chunk.length));
      this.#chunk = new Uint8Array(Math.max(next, length));
      this.#used = 0;
    }
    const kept = this.#chunk.subarray(this.#used, this.#used + length);
    kept.set(bytes);
    this.#used += length;
    return kept;
  }
}
