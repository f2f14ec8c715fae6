import type { Result } from '../state/result.ts';
import { ByteArena } from './byte-arena.ts';
import { CsvLines } from './csv-lines.ts';

const scratch = new CsvLines(0);
const noBytes = new Uint8Array(0);

/** Remaining cache entries, shared by all labels to bound memory. */
export interface CacheBudget {
  left: number;
}

/**
 * Encoded columns that consecutive lines of one label share: all but the times and the thread name. Encoded when they
 * occur for the second time, so that columns that always differ cost nothing.
 */
export class CachedColumns {
  #beforeThread: Uint8Array = noBytes;
  #afterThread: Uint8Array = noBytes;
  /** All columns of a line between the times, by thread name. */
  #byThread: Map<string, Uint8Array> | undefined;
  /** Memory of `#byThread`. */
  #arena = new ByteArena();
  readonly #budget: CacheBudget;
  #isEncoded = false;
  #code = '';
  #message = '';
  #dataType = '';
  #isSuccess = false;
  #bytes = -1;
  #sentBytes = -1;
  #groupUsers = -1;
  #allUsers = -1;
  #url = '';

  constructor(budget: CacheBudget) {
    this.#budget = budget;
  }

  /** If true, `write` writes the columns of the result from the cache. */
  matchesPrevious(result: Result): boolean {
    const { bytes } = result;
    const isSame =
      this.#bytes === bytes &&
      this.#sentBytes === result.sentBytes &&
      this.#groupUsers === result.groupUsers &&
      this.#allUsers === result.allUsers &&
      this.#isSuccess === result.isSuccess &&
      this.#code === result.code &&
      this.#message === result.message &&
      this.#url === result.url &&
      this.#dataType === result.dataType;
    if (!isSame) {
      this.#invalidate();
      this.#bytes = bytes;
      this.#sentBytes = result.sentBytes;
      this.#groupUsers = result.groupUsers;
      this.#allUsers = result.allUsers;
      this.#isSuccess = result.isSuccess;
      this.#code = result.code;
      this.#message = result.message;
      this.#url = result.url;
      this.#dataType = result.dataType;
      return false;
    }
    // Failure messages vary too much to cache.
    if (!result.isSuccess || result.failureMessage !== '') {
      return false;
    }
    if (!this.#isEncoded) {
      this.#isEncoded = true;
      writeColumnsBeforeThread(scratch, result);
      this.#beforeThread = Uint8Array.from(scratch.take());
      writeColumnsAfterThread(scratch, result);
      this.#afterThread = Uint8Array.from(scratch.take());
    }
    return true;
  }

  #invalidate(): void {
    this.#isEncoded = false;
    if (this.#byThread !== undefined) {
      this.#budget.left += this.#byThread.size;
      this.#byThread = undefined;
      this.#arena = new ByteArena();
    }
  }

  /** Writes the cached columns with the thread name. */
  write(lines: CsvLines, userName: string): void {
    const cached = this.#byThread?.get(userName);
    if (cached !== undefined) {
      lines.encoded(cached);
    } else if (this.#budget.left > 0) {
      this.#budget.left -= 1;
      this.#writeParts(scratch, userName);
      const bytes = this.#arena.keep(scratch.take());
      this.#byThread ??= new Map();
      this.#byThread.set(userName, bytes);
      lines.encoded(bytes);
    } else {
      this.#writeParts(lines, userName);
    }
  }

  #writeParts(lines: CsvLines, userName: string): void {
    lines.encoded(this.#beforeThread);
    lines.text(userName);
    lines.encoded(this.#afterThread);
  }
}

export function writeColumnsBeforeThread(lines: CsvLines, { label, code, message }: Result): void {
  lines.text(label);
  lines.text(code);
  lines.text(message);
}

export function writeColumnsAfterThread(lines: CsvLines, result: Result): void {
  lines.text(result.dataType);
  lines.text(result.isSuccess ? 'true' : 'false');
  lines.text(result.failureMessage);
  lines.number(result.bytes);
  lines.number(result.sentBytes);
  lines.number(result.groupUsers);
  lines.number(result.allUsers);
  lines.text(result.url || 'null');
}
