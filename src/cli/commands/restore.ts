import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty data folder.',
  usage: ['<file>.tar'],
  options: ['dataDir', 'databaseUrl', 'logLevel'],
  flags: {},
  examples: [{ line: 'spate restore spate-backup.tar --data-dir /srv/spate', does: 'into an empty folder' }],
  run,
};

async function run({ args, config, log, parts, terminal }: CommandContext): Promise<number> {
  const [given, ...rest] = args;
  if (given === undefined || rest.length > 0) {
    throw new CliError('One backup file is required.', 'Usage: spate restore <file>.tar');
  }
  const from = resolve(given);
  if (!existsSync(from))
    throw new CliError(`File not found: ${from}.`, 'Use a file written by "spate backup <file>.tar".');
  await parts.restore(config, from, log);
  terminal.say(`Restored ${from} to ${config.dataDir}. Start the service with "spate serve".`);
  return 0;
}
