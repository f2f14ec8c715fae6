import { closeSync, openSync, writeSync } from 'node:fs';

/** Enough to see what went on; a plan that complains without end must not fill the disk. */
const maxBytes = 64 * 2 ** 20;

/** The log that people read, in the form of JMeter's. */
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
      // A full disk shows in the samples, which end the run.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
