import { join } from 'node:path';
import { browserFileNames } from '../../tool-process/browser-file-names.ts';
import { CappedFile } from './capped-file.ts';

const maxBytes = 32 * 2 ** 20;
/** Limit of ordinary lines, which leaves room for later errors. */
const maxOutputBytes = 28 * 2 ** 20;
const maxLineLength = 8192;

/** The log for users, limited in size. */
export class BrowserLog {
  readonly #file: CappedFile;

  constructor(resultsFolder: string) {
    const note = `This log has reached ${maxBytes >> 20} MB; later lines are omitted.\n`;
    this.#file = new CappedFile(join(resultsFolder, browserFileNames.log), maxBytes, note);
  }

  /** Output of scripts and pages, and actions of users. */
  output(userIndex: number | undefined, text: string): void {
    this.#append(userIndex, text, maxOutputBytes);
  }

  /** Errors. */
  note(userIndex: number | undefined, text: string): void {
    this.#append(userIndex, text, maxBytes);
  }

  #append(userIndex: number | undefined, text: string, limit: number): void {
    const stamp = new Date().toISOString();
    const prefix = userIndex === undefined ? '' : ` [user ${userIndex}]`;
    const cut = text.length > maxLineLength ? `${text.slice(0, maxLineLength)} …` : text;
    this.#file.append(`${stamp}${prefix} ${cut.trimEnd().replaceAll('\n', '\n    ')}\n`, limit);
  }
}
