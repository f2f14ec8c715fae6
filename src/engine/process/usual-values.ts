import type { Result } from '../sampling/result.ts';
import { CsvLines } from './csv-lines.ts';

const scratch = new CsvLines();
const nothing = new Uint8Array(0);

/** For how many more lines there is room, of all labels together: the memory of many users is for other things. */
export interface Room {
  left: number;
}

/**
 * What the lines of one label have in common as long as its samples are alike: all but times and the user's name. Put
 * into bytes when it has come a second time, so that what is never the same costs nothing.
 */
export class UsualValues {
  #before: Uint8Array = nothing;
  #behind: Uint8Array = nothing;
  /** Both with the user's name between them, by that name. */
  #whole: Map<string, Uint8Array> | undefined;
  readonly #room: Room;
  #isReady = false;
  #code = '';
  #message = '';
  #dataType = '';
  #isSuccess = false;
  #bytes = -1;
  #sentBytes = -1;
  #groupUsers = -1;
  #allUsers = -1;
  #url = '';

  constructor(room: Room) {
    this.#room = room;
  }

  /** If so, `write` does for it. */
  isAsBefore(result: Result): boolean {
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
      this.#forget();
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
    // What went wrong is told in many ways.
    if (!result.isSuccess || result.failureMessage !== '') {
      return false;
    }
    if (!this.#isReady) {
      this.#isReady = true;
      writeBefore(scratch, result);
      this.#before = Uint8Array.from(scratch.take());
      writeBehind(scratch, result);
      this.#behind = Uint8Array.from(scratch.take());
    }
    return true;
  }

  #forget(): void {
    this.#isReady = false;
    if (this.#whole !== undefined) {
      this.#room.left += this.#whole.size;
      this.#whole = undefined;
    }
  }

  /** All but the times, as they were before. */
  write(lines: CsvLines, userName: string): void {
    const known = this.#whole?.get(userName);
    if (known !== undefined) {
      lines.ready(known);
    } else if (this.#room.left > 0) {
      this.#room.left -= 1;
      this.#writeParts(scratch, userName);
      const bytes = Uint8Array.from(scratch.take());
      this.#whole ??= new Map();
      this.#whole.set(userName, bytes);
      lines.ready(bytes);
    } else {
      this.#writeParts(lines, userName);
    }
  }

  #writeParts(lines: CsvLines, userName: string): void {
    lines.ready(this.#before);
    lines.text(userName);
    lines.ready(this.#behind);
  }
}

export function writeBefore(lines: CsvLines, { label, code, message }: Result): void {
  lines.text(label);
  lines.text(code);
  lines.text(message);
}

export function writeBehind(lines: CsvLines, result: Result): void {
  lines.text(result.dataType);
  lines.text(result.isSuccess ? 'true' : 'false');
  lines.text(result.failureMessage);
  lines.number(result.bytes);
  lines.number(result.sentBytes);
  lines.number(result.groupUsers);
  lines.number(result.allUsers);
  lines.text(result.url || 'null');
}
