export type Row = unknown;
export type RowFilter = (row: Row, index: number, instanceId: string) => unknown;
export type SourceKind = 'csv' | 'json' | 'data';

/** Rows that arrive one at a time; undefined when all are used. */
export interface LeasedRows {
  next(): Promise<Row | undefined>;
}

/** Loads rows after the script has been evaluated; a name with `*` can match several files. */
export type LoadRows = () => Promise<Row[] | LeasedRows>;

/** Result of `TestData.from…`: rows with a position that advances by one per iteration. */
export class TestDataSource {
  readonly kind: SourceKind;
  alias: string;
  multiple = false;
  isCircular = true;
  isShuffled = false;
  readonly filters: RowFilter[] = [];
  #rows: Row[] = [];
  #pointer = 0;
  #leased: LeasedRows | undefined;
  #instanceId = '0';
  #taken = 0;
  readonly #load: LoadRows;

  constructor(kind: SourceKind, alias: string, load: LoadRows) {
    this.kind = kind;
    this.alias = alias;
    this.#load = load;
  }

  circular(isCircular = true): this {
    this.isCircular = isCircular;
    return this;
  }

  shuffle(isShuffled = true): this {
    this.isShuffled = isShuffled;
    return this;
  }

  filter(filter: RowFilter): this {
    this.filters.push(filter);
    return this;
  }

  as(alias: string): this {
    this.alias = alias;
    return this;
  }

  async load(instanceId = '0'): Promise<void> {
    const rows = await this.#load();
    if (!Array.isArray(rows)) {
      this.#leased = rows;
      this.#instanceId = instanceId;
      return;
    }
    const kept = rows.filter((row, index) =>
      this.filters.every((filter) => Boolean(filter(row, index, instanceId))),
    );
    this.#rows = this.isShuffled ? shuffled(kept) : kept;
    this.#pointer = 0;
  }

  /** Takes the next leased row that the filters accept. Returns false when all rows are used. */
  async advance(): Promise<boolean> {
    if (!this.#leased) return true;
    for (;;) {
      const row = await this.#leased.next();
      if (row === undefined) return false;
      const index = this.#taken++;
      if (!this.filters.every((filter) => Boolean(filter(row, index, this.#instanceId)))) continue;
      this.#rows = [row];
      this.#pointer = 0;
      return true;
    }
  }

  /** Appends the rows of another source with the same columns. */
  append(other: TestDataSource): void {
    const rows = [...this.#rows, ...other.#rows];
    this.#rows = this.isShuffled ? shuffled(rows) : rows;
  }

  /** The next row, or null at the end of non-circular rows. */
  feed(): Row | null {
    if (this.isComplete && this.isCircular) this.#pointer = 0;
    if (this.isComplete) return null;
    const row = this.#rows[this.#pointer];
    this.#pointer += 1;
    return row;
  }

  peek(): Row | undefined {
    return this.#rows[this.#pointer];
  }

  clear(): void {
    this.#rows = [];
    this.#pointer = 0;
  }

  get size(): number {
    return this.#rows.length;
  }

  get isComplete(): boolean {
    return this.#pointer >= this.#rows.length;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isStart(): boolean {
    return this.#pointer === 0;
  }

  toString(): string {
    return `${this.alias === '' ? 'test data' : this.alias} (${this.size} rows)`;
  }
}

function shuffled(rows: Row[]): Row[] {
  const copy = [...rows];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [copy[at], copy[other]] = [copy[other], copy[at]];
  }
  return copy;
}
