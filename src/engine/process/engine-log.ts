import { closeSync, openSync, writeSync } from 'node:fs';

/** A plan that logs endlessly must not fill the disk. */
const maxBytes = 64 * 2 ** 20;

/** Log file in JMeter's format. */
export class EngineLog {
  readonly #file: number;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o644);
  }

  write(level: 'info' | 'warn' | 'error', text: string): void {
    const time = new Date().toISOString().replace('T', ' ').replace('.', ',').replace('Z', '');
    const line = `${time} ${level.toUpperCase()} ${text}\n`;
    this.#bytes += Buffer.byteLength(line);
    if (this.#bytes > maxBytes) {
      return;
    }
    try {
      writeSync(this.#file, line);
    } catch {
      // A full disk also fails the samples, which ends the run.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
