/** About 50 ms on an idle core of a server of 2024. */
const rounds = 35;
const bytes = new Uint8Array(2 ** 20);

/**
 * The same work each time, to compare others with: takes longer where the machine is slow or busy. Reads and writes
 * memory, and allocates nothing.
 */
export function controlWork(): void {
  let mixed = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < bytes.length; at += 1) {
      mixed = (Math.imul(mixed, 31) + bytes[at]!) | 0;
      bytes[at] = mixed;
    }
  }
}
