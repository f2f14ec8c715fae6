import type { Config } from '../config/config.ts';
import { type Environment, type FlagValues, loadConfig } from '../config/load.ts';
import { createLog } from '../lib/log.ts';
import { CliError } from './cli-error.ts';
import type { Command, CommandContext } from './command.ts';
import { parseCommandLine } from './parse.ts';
import { renderCommandHelp, renderHelp } from './render/help.ts';

export interface CliSettings extends Pick<CommandContext, 'env' | 'parts' | 'terminal'> {
  argv: readonly string[];
  commands: readonly Command[];
  version: string;
}

/** Runs one command line and resolves with its exit code. The caller prints errors. */
export async function runCli({
  argv,
  commands,
  version,
  env,
  parts,
  terminal,
}: CliSettings): Promise<number> {
  const line = parseCommandLine(argv, commands);
  switch (line.wants) {
    case 'version':
      terminal.say(version);
      return 0;
    case 'help':
      terminal.say(
        line.command === null
          ? renderHelp(commands)
          : renderCommandHelp(line.command, terminal.isInteractive ? terminal.columns : undefined),
      );
      return 0;
    case 'run': {
      const { command, args, flags, lists, optionFlags } = line;
      const config = readConfig(command, optionFlags, env, terminal.note);
      const log = createLog(config.logLevel);
      return command.run({ args, flags, lists, optionFlags, config, env, terminal, log, parts });
    }
  }
}

function readConfig(
  command: Command,
  flags: FlagValues,
  env: Environment,
  warn: (sentence: string) => void,
): Config {
  try {
    return loadConfig(flags, env, { uses: command.options, warn });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CliError(error.message, 'spate options --help lists every option.', { cause: error });
  }
}
