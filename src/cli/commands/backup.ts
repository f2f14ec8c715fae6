import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Writes everything that cannot be made again into one file.',
  usage: ['[<file>.tar]'],
  options: ['dataDir', 'databaseUrl', 'logLevel'],
  flags: {},
  examples: [{ line: 'spate backup spate-backup.tar', does: 'while the service runs or not' }],
  run,
};

async function run({ args, config, log, parts, terminal }: CommandContext): Promise<number> {
  const [given, ...rest] = args;
  if (rest.length > 0) throw new CliError('One file is enough for a backup.', 'spate backup <file>.tar');
  const out = resolve(
    given ?? `spate-backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar`,
  );
  if (existsSync(out))
    throw new CliError(`${out} exists already.`, 'Choose another name, or remove it first.');
  if (!existsSync(config.dataDir))
    throw new CliError(`There is no data folder ${config.dataDir}.`, 'Name it with --data-dir.');
  const { rows, jobs, files } = await parts.backup(config, out, log);
  terminal.say(
    `${out} holds ${rows} rows, ${jobs} waiting jobs and ${files} files. It holds secrets too: keep it safe.`,
  );
  return 0;
}
