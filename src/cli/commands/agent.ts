import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sourceOf } from '../../config/load.ts';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { listenForStop } from '../signals.ts';
import { ensureSandbox } from '../system/ensure-sandbox.ts';

const exitAtOnce = 130;

export const agent: Command = {
  name: 'agent',
  summary: 'Makes this machine a node of a grid.',
  usage: ['--join <token> [--dir <folder>]', '--join @<file> [--dir <folder>]', '--clean-up --dir <folder>'],
  options: [
    'cacheDir',
    'executionMemoryMb',
    'executionDiskMb',
    'javaOptions',
    'sandbox',
    'egress',
    'logLevel',
  ],
  flags: {
    join: {
      value: 'token',
      sentence:
        'The join token of the grid, or @ and the name of a file that holds it. Not needed to return to a grid.',
    },
    dir: { value: 'folder', sentence: 'Where the node keeps its work. Default: ./.spate-node.' },
    'clean-up': {
      sentence:
        'Ends what an agent that was killed has left running in the folder, removes it, and joins nothing.',
    },
  },
  examples: [
    {
      line: 'spate agent --join @join-token --dir /var/lib/spate-node',
      does: 'with the token in a file, out of the list of processes',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { config, flags, log, parts, terminal } = context;
  const dir = resolve(flags.dir ?? '.spate-node');
  if (flags['clean-up'] !== undefined) {
    await parts.cleanUpNode(dir, log);
    return 0;
  }
  const requests = listenForStop();
  if (config.sandbox) await ensureSandbox(terminal.note);
  const running = parts.runAgent({
    dir,
    joinToken: await readJoinToken(flags.join),
    cacheDir: config.cacheDir,
    javaOptions: config.javaOptions,
    isSandboxOff: !config.sandbox,
    egress: config.egress,
    memoryBytesPerExecution: memoryGiven(context),
    diskBytesPerExecution: config.executionDiskMb * 2 ** 20,
    log,
    signal: requests.signal,
  });
  return Promise.race([running.catch(withHint), requests.again.then(() => exitAtOnce)]);
}

/** Where the right token is to be had. */
function withHint(error: unknown): never {
  if (error instanceof Error && error.name === 'AppError' && /join token/.test(error.message))
    throw new CliError(error.message, 'The page of grids, and spate grids start, show the whole command.', {
      cause: error,
    });
  throw error;
}

/** The default is for a machine that also carries the service; a node of its own has all its memory to give. */
function memoryGiven({ config, env, optionFlags }: CommandContext): number | undefined {
  if (sourceOf('executionMemoryMb', optionFlags, env) === 'default') return undefined;
  return config.executionMemoryMb * 2 ** 20;
}

/** A file keeps the token out of the list of processes, which everybody on the machine can read. */
async function readJoinToken(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  if (!given.startsWith('@')) return given;
  try {
    return (await readFile(given.slice(1), 'utf8')).trim();
  } catch (error) {
    throw new CliError(
      `The join token cannot be read: ${(error as Error).message}.`,
      'It is given as --join <token>, or as --join @<file>.',
      {
        cause: error,
      },
    );
  }
}
