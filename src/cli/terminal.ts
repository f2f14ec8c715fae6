import type { Environment } from '../config/load.ts';
import { createPaint, type Paint, plainPaint } from './render/paint.ts';

/** Output of a command: results go to standard output, everything else to standard error. */
export interface Terminal {
  /** Writes one or more lines to standard output. */
  say(text: string): void;
  note(text: string): void;
  /** Writes to standard output without a newline. */
  write(text: string): void;
  /** Standard output is a terminal: lines may be overwritten. */
  isInteractive: boolean;
  columns: number;
  /** Colours of standard output. */
  paint: Paint;
  /** Standard error, for progress. */
  progress: ProgressStream;
  /** Prompts are possible: standard input is a terminal. */
  canAsk: boolean;
  /** Interactive use by a person, who can press Ctrl-C: standard input and output are a terminal, outside of CI. */
  isAttended: boolean;
}

export interface ProgressStream {
  write(text: string): void;
  /** Lines may be overwritten: a terminal outside of CI. */
  isInteractive: boolean;
  columns(): number;
  paint: Paint;
}

export function processTerminal(env: Environment = process.env): Terminal {
  const isDumb = env.TERM === 'dumb';
  const isCi = !['', 'false', '0', undefined].includes(env.CI);
  const wantsColour = !isDumb && (env.NO_COLOR ?? '') === '';
  const paintFor = (stream: NodeJS.WriteStream) =>
    wantsColour && stream.isTTY === true ? createPaint() : plainPaint;
  return {
    say: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
    write: (text) => process.stdout.write(text),
    isInteractive: process.stdout.isTTY === true && !isDumb,
    columns: process.stdout.columns || 80,
    paint: paintFor(process.stdout),
    progress: {
      write: (text) => process.stderr.write(text),
      isInteractive: process.stderr.isTTY === true && !isDumb && !isCi,
      columns: () => process.stderr.columns || 80,
      paint: paintFor(process.stderr),
    },
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true && !isCi,
    isAttended: process.stdin.isTTY === true && process.stdout.isTTY === true && !isCi,
  };
}
