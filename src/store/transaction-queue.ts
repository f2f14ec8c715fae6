import type pg from 'pg';

/**
 * Serializes the statements of one transaction, even if issued concurrently, and rejects statements after its end.
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
      if (this.#isClosed) throw new Error('The transaction has ended.');
      return (await this.#client.query<Row>(text, values)).rows;
    });
    this.#previous = result.catch(() => undefined);
    return result;
  }

  /** Rejects queued statements and waits for the running one. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#previous;
  }
}
