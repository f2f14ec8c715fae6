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
}

export function processTerminal(): Terminal {
  return {
    say: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
    write: (text) => process.stdout.write(text),
    isInteractive: process.stdout.isTTY === true && process.env.TERM !== 'dumb',
    columns: process.stdout.columns || 80,
  };
}
