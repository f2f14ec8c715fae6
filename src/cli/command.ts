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
  sentence: string;
}

export interface CommandContext {
  /** What followed the command's name and is no flag. */
  args: readonly string[];
  /** The command's own flags that were given; a flag without a value is an empty text. */
  flags: Readonly<Record<string, string>>;
  /** The table's options that came as flags, as they were written. */
  optionFlags: FlagValues;
  config: Config;
  env: Environment;
  terminal: Terminal;
  log: Log;
  parts: Parts;
}
