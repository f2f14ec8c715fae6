import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Fills an empty data folder from a backup.',
  usage: ['<file>.tar'],
  options: ['dataDir', 'databaseUrl', 'logLevel'],
  flags: {},
  examples: [{ line: 'spate restore spate-backup.tar --data-dir /srv/spate', does: 'into an empty folder' }],
  run,
};

async function run({ args, config, log, parts, terminal }: CommandContext): Promise<number> {
  const [given, ...rest] = args;
  if (given === undefined || rest.length > 0) {
    throw new CliError('A restore needs the one file that a backup wrote.', 'spate restore <file>.tar');
  }
  const from = resolve(given);
  if (!existsSync(from))
    throw new CliError(`There is no file ${from}.`, 'Name the file that "spate backup <file>.tar" wrote.');
  await parts.restore(config, from, log);
  terminal.say(`${config.dataDir} is restored from ${from}. Start the service with "npm start".`);
  return 0;
}
