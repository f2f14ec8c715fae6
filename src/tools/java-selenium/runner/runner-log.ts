import { openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const maxLineLength = 16_384;

/** The log for users: messages of the runner, and output of the scripts. */
export class RunnerLog {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o644);
  }

  say(text: string): void {
    this.#write(`${new Date().toISOString()} ${text}\n`);
  }

  /** Copies the output of a script line by line, prefixed with its user. */
  copy(user: number, stream: Readable, onLine?: (line: string) => void): void {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    const take = (lines: readonly string[]) => {
      if (lines.length > 0) {
        this.#write(lines.map((line) => `[user ${user}] ${line}\n`).join(''));
        lines.forEach((line) => {
          onLine?.(line);
        });
      }
    };
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      take(lines);
      if (rest.length > maxLineLength) {
        take([rest]);
        rest = '';
      }
    });
    stream.on('end', () => take(rest === '' ? [] : [rest]));
    // A killed script closes its end without an error.
    stream.on('error', () => {});
  }

  /** A full disk must not end the run; the sample log detects it separately. */
  #write(text: string): void {
    try {
      writeSync(this.#file, text);
    } catch {
      // There is no other place to report it.
    }
  }
}
