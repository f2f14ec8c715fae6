import type { Row, TestDataSource } from './source.ts';

/** All sources of a script together: one row for each iteration. */
export class DataFeed {
  #sources: TestDataSource[] = [];

  add(source: TestDataSource): void {
    this.#sources.push(source);
  }

  async load(instanceId: string): Promise<void> {
    for (const source of this.#sources) await source.load(instanceId);
    if (this.#sources.length > 1) this.#sources = merge(this.#sources);
  }

  /** Waits for leased rows. Returns false when all of them are used. */
  async advance(): Promise<boolean> {
    for (const source of this.#sources) if (!(await source.advance())) return false;
    return true;
  }

  /** With one source its row, with several a row of each under its alias, with none an empty object. */
  next(onExhausted: (text: string) => void): Row {
    const rows = this.#sources.map((source) => {
      if (source.isComplete && !source.isCircular)
        onExhausted('Test data exhausted, consider making it circular?');
      return source.feed();
    });
    if (this.#sources.length === 0) return {};
    const [only] = this.#sources;
    if (this.#sources.length === 1 && !only?.multiple) return rows[0];
    return Object.fromEntries(this.#sources.map((source, index) => [source.alias, rows[index]]));
  }
}

/** Sources of one name, kind and shape are one source. */
function merge(sources: TestDataSource[]): TestDataSource[] {
  const merged = new Map<string, TestDataSource>();
  for (const source of sources) {
    if (source.alias === '') {
      throw new Error('Alias name of the data imported using fromData() must be specified by using as()');
    }
    const same = merged.get(source.alias);
    source.multiple = true;
    if (same === undefined) merged.set(source.alias, source);
    else if (same.kind === source.kind && columnsOf(same) === columnsOf(source)) same.append(source);
    else
      throw new Error(
        `Two different sources of test data have the name '${source.alias}'; rename one with as()`,
      );
  }
  return [...merged.values()];
}

function columnsOf(source: TestDataSource): string {
  const row = source.peek();
  return typeof row === 'object' && row !== null ? Object.keys(row).sort().join() : typeof row;
}
