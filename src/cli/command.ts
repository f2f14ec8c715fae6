import type { Config, OptionName } from '../config/config.ts';
import type { Environment, FlagValues } from '../config/load.ts';
import type { Log } from '../lib/log.ts';
import type { Parts } from './parts.ts';
import type { Terminal } from './terminal.ts';

/** One word after `spate`. */
export interface Command {
  name: string;
  /** One sentence for the list of commands. */
  summary: string;
  /** What can follow the name, one line each. */
  usage: readonly string[];
  /** What else the help says. */
  about?: string;
  /** Whole lines that somebody could type, each with what it does. */
  examples: readonly Example[];
  /** The words that can come first, for commands such as `users invite`. */
  verbs?: readonly string[];
  /** What its arguments are, for shell completion. */
  takes?: 'files' | readonly string[];
  /** Rows of the options table that it takes as flags. */
  options: readonly OptionName[];
  /** Flags of its own. */
  flags: Readonly<Record<string, OwnFlag>>;
  /** Resolves with the exit code. */
  run(context: CommandContext): Promise<number>;
}

export interface OwnFlag {
  /** What stands for the value in the help; absent when the flag takes none. */
  value?: string;
  /** One letter, as in -t. */
  short?: string;
  /** It may be given several times. */
  isRepeatable?: true;
  /** An empty text is a value too. */
  mayBeEmpty?: true;
  /** The only values there are. */
  choices?: readonly string[];
  /** Values that a shell may offer; others are as good. */
  suggests?: readonly string[];
  sentence: string;
}

export interface Example {
  line: string;
  does: string;
}

export interface CommandContext {
  /** What followed the command's name and is no flag. */
  args: readonly string[];
  /** The command's own flags that were given; a flag without a value is an empty text. */
  flags: Readonly<Record<string, string>>;
  /** Every value of every flag of its own, in the order they came. */
  lists: Readonly<Record<string, readonly string[]>>;
  /** The table's options that came as flags, as they were written. */
  optionFlags: FlagValues;
  config: Config;
  env: Environment;
  terminal: Terminal;
  log: Log;
  parts: Parts;
}
