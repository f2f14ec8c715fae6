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
  summary: 'Join a grid as a node.',
  usage: [
    '--join <token> [--service-url <url>] [--dir <folder>]',
    '--join @<file> [--service-url <url>] [--dir <folder>]',
    '--clean-up --dir <folder>',
  ],
  options: [
    'cacheDir',
    'executionMemoryMb',
    'executionDiskMb',
    'javaOptions',
    'sandbox',
    'egress',
    'interruptionNotices',
    'metricsListen',
    'logLevel',
  ],
  flags: {
    join: {
      value: 'token',
      sentence: 'Join token of the grid, or @<file> to read it from a file. Not needed to rejoin a grid.',
    },
    'service-url': {
      value: 'url',
      sentence: 'Address of the service for this node, instead of the one in the join token.',
    },
    dir: { value: 'folder', sentence: 'Working folder of the node. Default: ./.spate-node.' },
    index: { value: 'number', sentence: 'Position of the node in its grid, from 0, if it is free.' },
    name: { value: 'name', sentence: 'Name of the machine. Default: its host name.' },
    'drain-s': {
      value: 'seconds',
      sentence:
        'On SIGTERM, stop executions gracefully and deliver their results within this time, for machines that do not come back. Default: executions continue, and the next agent takes them over.',
    },
    'clean-up': {
      sentence: 'Stop processes that a killed agent left behind in the folder, remove the folder, and exit.',
    },
  },
  examples: [
    {
      line: 'spate agent --join @join-token --dir /var/lib/spate-node',
      does: 'read the token from a file, so that it does not appear in the process list',
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
    index: readNumber('index', flags.index),
    name: flags.name,
    drainForMs: secondsOf(readNumber('drain-s', flags['drain-s'])),
    serviceUrl: readUrl(flags['service-url']),
    cacheDir: config.cacheDir,
    javaOptions: config.javaOptions,
    isSandboxOff: !config.sandbox,
    egress: config.egress,
    interruptionNotices: config.interruptionNotices,
    memoryBytesPerExecution: memoryGiven(context),
    diskBytesPerExecution: config.executionDiskMb * 2 ** 20,
    metricsListen: config.metricsListen ?? undefined,
    log,
    signal: requests.signal,
  });
  return Promise.race([running.catch(withHint), requests.again.then(() => exitAtOnce)]);
}

function readNumber(flag: 'index' | 'drain-s', given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new CliError(
    `--${flag} must be a whole number from 0, not "${given}".`,
    `Usage: spate agent --join <token> --${flag} 0`,
  );
}

function secondsOf(given: number | undefined): number | undefined {
  return given === undefined ? undefined : given * 1000;
}

/** Adds a hint on where to find the join token. */
function withHint(error: unknown): never {
  if (error instanceof Error && error.name === 'AppError' && /join token/.test(error.message))
    throw new CliError(error.message, 'The Grids page and "spate grids start" show the complete command.', {
      cause: error,
    });
  throw error;
}

/** Undefined unless set: the default is meant for a machine that also runs the service; the agent sizes a dedicated node itself. */
function memoryGiven({ config, env, optionFlags }: CommandContext): number | undefined {
  if (sourceOf('executionMemoryMb', optionFlags, env) === 'default') return undefined;
  return config.executionMemoryMb * 2 ** 20;
}

function readUrl(given: string | undefined): string | undefined {
  if (given === undefined || /^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given;
  throw new CliError(`Invalid value for --service-url: "${given}".`, 'Use an http or https address.');
}

/** A file keeps the token out of the process list, which all users of the machine can read. */
async function readJoinToken(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  if (!given.startsWith('@')) return given;
  try {
    return (await readFile(given.slice(1), 'utf8')).trim();
  } catch (error) {
    throw new CliError(
      `Cannot read the join token: ${(error as Error).message}.`,
      'Use --join <token> or --join @<file>.',
      {
        cause: error,
      },
    );
  }
}
