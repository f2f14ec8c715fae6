import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP target that counts how often each row of a data file is used, by requests to `/<number of the row>`. */
export class RowTarget {
  requests = 0;
  /** Requested paths that are not rows. */
  strange: string[] = [];
  readonly #server: Server;
  #seen: Uint8Array;

  private constructor(rows: number) {
    this.#seen = new Uint8Array(rows);
    this.#server = createServer((request, response) => {
      const row = Number(request.url?.slice(1));
      this.requests += 1;
      if (row >= 0 && row < this.#seen.length) this.#seen[row]! += 1;
      else this.strange.push(request.url ?? '');
      response.end('ok');
    });
  }

  static async start(rows: number): Promise<RowTarget> {
    const target = new RowTarget(rows);
    await new Promise<void>((resolve) => target.#server.listen(0, '127.0.0.1', resolve));
    return target;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get usedTwice(): number {
    return this.#seen.reduce((count, times) => count + (times > 1 ? 1 : 0), 0);
  }

  get usedOnce(): number {
    return this.#seen.reduce((count, times) => count + (times === 1 ? 1 : 0), 0);
  }

  forget(): void {
    this.#seen.fill(0);
    this.requests = 0;
    this.strange = [];
  }

  close(): void {
    this.#server.close();
  }
}

/** A CSV file whose column `id` is the number of the row. */
export function rowData(rows: number): Uint8Array<ArrayBuffer> {
  const parts = ['id\n'];
  for (let from = 0; from < rows; from += 100_000) {
    let text = '';
    for (let id = from; id < Math.min(rows, from + 100_000); id++) text += `${id}\n`;
    parts.push(text);
  }
  return new TextEncoder().encode(parts.join(''));
}
