import { closeSync, openSync, writeSync } from 'node:fs';
import { type ErrorSample, errorSampleKey, samplesPerError } from '../domain/error-sample.ts';
import { cleanText, maxCodeLength, maxLabelLength, maxMessageLength } from '../metrics/text.ts';

/** Errors of further kinds are not kept. */
const maxKinds = 100;

export type ErrorKind = Pick<ErrorSample, 'label' | 'code' | 'message'>;

/** Label, code and message as in the report. */
export function errorKind({ label, code, message }: ErrorKind): ErrorKind {
  return {
    label: cleanText(label, maxLabelLength),
    code: cleanText(code, maxCodeLength),
    message: cleanText(message, maxMessageLength),
  };
}

/** Appends the first failures of each label and error to a file that all workers share. */
export class ErrorSampleFile {
  readonly #file: number;
  readonly #counts = new Map<string, number>();
  #isBroken = false;

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o644);
  }

  /** Counts a failure. True for the first of its kind, which `add` writes. */
  accepts(kind: ErrorKind): boolean {
    const key = errorSampleKey(kind);
    const count = this.#counts.get(key) ?? 0;
    if (this.#isBroken || count >= samplesPerError || (count === 0 && this.#counts.size >= maxKinds)) {
      return false;
    }
    this.#counts.set(key, count + 1);
    return true;
  }

  /** Never throws: the run continues without error samples. */
  add(sample: ErrorSample): void {
    try {
      writeSync(this.#file, `${JSON.stringify(sample)}\n`);
    } catch {
      this.#isBroken = true;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
