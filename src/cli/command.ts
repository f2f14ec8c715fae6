import type { Config, OptionName } from '../config/config.ts';
import type { Environment, FlagValues } from '../config/load.ts';
import type { Log } from '../lib/log.ts';
import type { Parts } from './parts.ts';
import type { Terminal } from './terminal.ts';

/** A subcommand of `spate`. */
export interface Command {
  name: string;
  /** One sentence for the list of commands. */
  summary: string;
  /** Argument patterns, one per line. */
  usage: readonly string[];
  /** Additional help text. */
  about?: string;
  /** Complete command lines with a description. */
  examples: readonly Example[];
  /** Second-level commands, such as `invite` in `users invite`. */
  verbs?: readonly string[];
  /** Kind of arguments, for shell completion. */
  takes?: 'files' | readonly string[];
  /** Options of the options table that are accepted as flags. */
  options: readonly OptionName[];
  /** Flags of this command only. */
  flags: Readonly<Record<string, OwnFlag>>;
  /** Resolves with the exit code. */
  run(context: CommandContext): Promise<number>;
}

export interface OwnFlag {
  /** Placeholder of the value in the help; absent for flags without a value. */
  value?: string;
  /** One letter, as in -t. */
  short?: string;
  /** May be repeated. */
  isRepeatable?: true;
  /** An empty string is a valid value. */
  mayBeEmpty?: true;
  /** Allowed values. */
  choices?: readonly string[];
  /** Suggestions for shell completion; other values are allowed. */
  suggests?: readonly string[];
  sentence: string;
}

export interface Example {
  line: string;
  does: string;
}

export interface CommandContext {
  /** Positional arguments. */
  args: readonly string[];
  /** Given flags of the command; a flag without a value is an empty string. */
  flags: Readonly<Record<string, string>>;
  /** All values of each flag of the command, in order. */
  lists: Readonly<Record<string, readonly string[]>>;
  /** Options of the options table given as flags, unparsed. */
  optionFlags: FlagValues;
  config: Config;
  env: Environment;
  terminal: Terminal;
  log: Log;
  parts: Parts;
}
