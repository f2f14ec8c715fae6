import { javaHash } from '../../languages/java/java-text.ts';

/** The order in which Java's Hashtable tells its keys, put in one after another and each once. */
export function inHashtableOrder(names: readonly string[]): string[] {
  let buckets: string[][] = Array.from({ length: 11 }, () => []);
  let count = 0;
  const put = (table: string[][], name: string) =>
    table[(javaHash(name) & 0x7fffffff) % table.length]?.unshift(name);
  for (const name of names) {
    if (count >= Math.floor(buckets.length * 0.75)) {
      const larger: string[][] = Array.from({ length: buckets.length * 2 + 1 }, () => []);
      for (const old of buckets.toReversed().flat()) {
        put(larger, old);
      }
      buckets = larger;
    }
    put(buckets, name);
    count += 1;
  }
  return buckets.toReversed().flat();
}
