import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { runDemo } from '../demo/demo.ts';
import { listenForStop } from '../signals.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'Run a complete load test on this machine, then clean up.',
  usage: ['[--seconds <n>]'],
  options: ['cacheDir'],
  flags: {
    seconds: { value: 'n', sentence: 'Duration of the load in seconds, from 5 to 600. Default: 20.' },
  },
  examples: [{ line: 'spate demo --seconds 60', does: 'one minute of load' }],
  run,
};

async function run({ config, env, flags, terminal }: CommandContext): Promise<number> {
  return runDemo({
    durationS: readSeconds(flags.seconds),
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
