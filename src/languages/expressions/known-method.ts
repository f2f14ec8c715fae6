/** A supported string method of an expression language. The proven set is derived from the table of methods. */
export interface KnownMethod<Value> {
  /** Minimum and maximum number of arguments. */
  args: readonly [least: number, most: number];
  /** Required type of all arguments. */
  takes?: 'texts' | 'numbers';
  apply(text: string, args: readonly Value[], name: string): Value;
}

export function takes({ args: [least, most] }: { args: readonly [number, number] }, count: number): boolean {
  return count >= least && count <= most;
}

/** Looks up an own entry of a table, ignoring inherited names such as `toString`. */
export function lookUp<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
