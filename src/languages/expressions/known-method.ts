/** A method of texts that an expression language knows. The table of them decides what the judge accepts. */
export interface KnownMethod<Value> {
  /** The least and the most arguments. */
  args: readonly [least: number, most: number];
  /** The type of all arguments, where no other is evaluated. */
  takes?: 'texts' | 'numbers';
  apply(text: string, args: readonly Value[], name: string): Value;
}

export function takes({ args: [least, most] }: { args: readonly [number, number] }, count: number): boolean {
  return count >= least && count <= most;
}

/** An entry of a table; names of `Object.prototype` are not in it. */
export function lookUp<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
