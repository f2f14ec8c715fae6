import type { Environment } from '../config/load.ts';
import { createPaint, type Paint, plainPaint } from './render/paint.ts';

/** Where a command speaks to people. Standard output is for what was asked for, standard error for everything else. */
export interface Terminal {
  /** Writes a line, or several. */
  say(text: string): void;
  note(text: string): void;
  /** Writes as it is, without a line end. */
  write(text: string): void;
  /** A person is looking, and lines may be written over. */
  isInteractive: boolean;
  columns: number;
  /** Colours for what goes to standard output. */
  paint: Paint;
  /** Standard error, where progress is shown. */
  progress: ProgressStream;
  /** A person sits at standard input and can be asked. */
  canAsk: boolean;
}

export interface ProgressStream {
  write(text: string): void;
  /** Lines may be written over: a terminal, and no CI. */
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
  };
}
