import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { runDemo } from '../demo/demo.ts';
import { listenForStop } from '../signals.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'Run a complete load test on this machine; in a terminal, its service stays up to explore.',
  usage: ['[--seconds <n>] [--keep | --no-keep]'],
  about:
    'Starts a separate service and a sample shop in a temporary folder, runs a load test and compares the report with the requests\n' +
    'that the shop counted. In a terminal, the service then stays up until you press Ctrl-C, and a link opens the run in a browser.\n' +
    'Without a terminal, or if CI is set, the demo ends after the run. It removes everything that it created.',
  options: ['cacheDir'],
  flags: {
    seconds: { value: 'n', sentence: 'Duration of the load in seconds, from 5 to 600. Default: 20.' },
    keep: { sentence: 'Keep the service running until Ctrl-C or SIGTERM. Default in a terminal.' },
    'no-keep': { sentence: 'End after the run. Default without a terminal, or if CI is set.' },
  },
  examples: [
    { line: 'spate demo --seconds 60', does: 'one minute of load' },
    { line: 'spate demo --no-keep', does: 'only check that everything works' },
  ],
  run,
};

async function run({ config, env, flags, terminal }: CommandContext): Promise<number> {
  return runDemo({
    durationS: readSeconds(flags.seconds),
    isKept: readKeep(flags) ?? terminal.isAttended,
    terminal,
    env: { ...env, SPATE_CACHE_DIR: config.cacheDir },
    requests: listenForStop(),
  });
}

function readSeconds(given = '20'): number {
  const seconds = Number(given);
  if (Number.isInteger(seconds) && seconds >= 5 && seconds <= 600) return seconds;
  throw new CliError(`--seconds must be a whole number from 5 to 600, not "${given}".`);
}

function readKeep(flags: CommandContext['flags']): boolean | undefined {
  const [keep, end] = [flags.keep !== undefined, flags['no-keep'] !== undefined];
  if (keep && end) throw new CliError('--keep and --no-keep exclude each other.', 'Use one of them.');
  return keep || end ? keep : undefined;
}
