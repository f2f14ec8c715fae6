import type pg from 'pg';

/**
 * The statements of one transaction. A connection runs one at a time, also when the work asks for several at once, and
 * none may slip out after the transaction has ended.
 */
export class TransactionQueue {
  readonly #client: pg.PoolClient;
  #previous: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    const result = this.#previous.then(async () => {
      if (this.#isClosed) throw new Error('The transaction is over.');
      return (await this.#client.query<Row>(text, values)).rows;
    });
    this.#previous = result.catch(() => undefined);
    return result;
  }

  /** Refuses what has not begun and waits for what has. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#previous;
  }
}
