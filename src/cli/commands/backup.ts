import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Back up the database and files of the service into one file.',
  usage: ['[<file>.tar]'],
  options: ['dataDir', 'databaseUrl', 'files', 'logLevel'],
  flags: {},
  examples: [
    { line: 'spate backup spate-backup.tar', does: 'works while the service is running or stopped' },
  ],
  run,
};

async function run({ args, config, log, parts, terminal }: CommandContext): Promise<number> {
  const [given, ...rest] = args;
  if (rest.length > 0) throw new CliError('Too many arguments.', 'Usage: spate backup <file>.tar');
  const out = resolve(
    given ?? `spate-backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar`,
  );
  if (existsSync(out))
    throw new CliError(`${out} already exists.`, 'Choose another name, or remove the file first.');
  if (!existsSync(config.dataDir))
    throw new CliError(`Data folder not found: ${config.dataDir}.`, 'Set it with --data-dir.');
  const { rows, jobs, files } = await parts.backup(config, out, log);
  terminal.say(
    `Wrote ${out}: ${rows} rows, ${jobs} waiting jobs and ${files} files. It contains secrets: store it safely.`,
  );
  if (config.files !== null)
    terminal.note(`Uploaded files and archives are in ${config.files} and not part of the backup.`);
  return 0;
}
