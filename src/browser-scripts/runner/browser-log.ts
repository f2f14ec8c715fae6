import { join } from 'node:path';
import { browserFileNames } from '../../tool-process/browser-file-names.ts';
import { CappedFile } from './capped-file.ts';

const maxBytes = 32 * 2 ** 20;
/** What users do step by step leaves room for what goes wrong later. */
const maxChatterBytes = 28 * 2 ** 20;
const maxLineLength = 8192;

/** The log that people read; kept at a size that fits on a disk and into an archive. */
export class BrowserLog {
  readonly #file: CappedFile;

  constructor(resultsFolder: string) {
    const note = `This log has reached ${maxBytes >> 20} MB; what came later was left out.\n`;
    this.#file = new CappedFile(join(resultsFolder, browserFileNames.log), maxBytes, note);
  }

  /** What scripts and pages print and what users do. */
  chat(userIndex: number | undefined, text: string): void {
    this.#append(userIndex, text, maxChatterBytes);
  }

  /** What went wrong. */
  note(userIndex: number | undefined, text: string): void {
    this.#append(userIndex, text, maxBytes);
  }

  #append(userIndex: number | undefined, text: string, limit: number): void {
    const stamp = new Date().toISOString();
    const who = userIndex === undefined ? '' : ` [user ${userIndex}]`;
    const cut = text.length > maxLineLength ? `${text.slice(0, maxLineLength)} …` : text;
    this.#file.append(`${stamp}${who} ${cut.trimEnd().replaceAll('\n', '\n    ')}\n`, limit);
  }
}
