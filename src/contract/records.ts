/** `Object.entries` with the type of the keys. */
export function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}

/** A record with the same keys. */
export function mapValues<Key extends string, Value, Made>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Record<Key, Made> {
  const made = entriesOf(record).map(([key, value]) => [key, make(value, key)] as const);
  return Object.fromEntries(made) as Record<Key, Made>;
}
