import { existsSync } from 'node:fs';
import { bytes } from '../../lib/figures.ts';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import type { FilesMoved } from '../parts.ts';

export const files: Command = {
  name: 'files',
  summary: 'Move uploaded files and archives from the data folder to S3-compatible storage.',
  usage: ['move --files s3://<bucket>[/<prefix>]'],
  about:
    'Files that are in the bucket already, with the same size and checksum, are skipped: an interrupted command can be repeated. ' +
    'It can copy while the service is running; the last call, with all services stopped, switches the database to the bucket. Local files are not deleted.',
  verbs: ['move'],
  options: [
    'dataDir',
    'databaseUrl',
    'files',
    's3Endpoint',
    's3Region',
    's3PathStyle',
    's3AccessKeyId',
    's3SecretAccessKey',
    'logLevel',
  ],
  flags: {},
  examples: [
    {
      line: 'spate files move --files s3://load-tests/spate',
      does: 'then start the service with SPATE_FILES=s3://load-tests/spate',
    },
  ],
  run,
};

const tellEveryMs = 5000;

async function run({ args, config, log, parts, terminal }: CommandContext): Promise<number> {
  if (args.length !== 1 || args[0] !== 'move')
    throw new CliError('Unknown arguments.', 'Usage: spate files move --files s3://<bucket>[/<prefix>]');
  if (config.files === null)
    throw new CliError(
      'The target is not set.',
      'Set it with --files s3://<bucket>/<prefix> or SPATE_FILES.',
    );
  if (!existsSync(config.dataDir))
    throw new CliError(`Data folder not found: ${config.dataDir}.`, 'Set it with --data-dir.');
  let toldAt = Date.now();
  const moved = await parts.moveFiles(config, log, (progress) => {
    if (Date.now() - toldAt < tellEveryMs) return;
    toldAt = Date.now();
    terminal.say(figures(progress));
  });
  terminal.say(figures(moved));
  for (const key of moved.missing) terminal.note(`Missing in ${moved.folder}: ${key}`);
  if (!moved.isSwitched) {
    terminal.note(
      'A service is running, so the database still refers to the data folder. Stop all services and repeat the command.',
    );
    return 1;
  }
  terminal.say(
    `The files of this database are now in ${config.files}. Start the service with SPATE_FILES=${config.files}. The local files in ${moved.folder} are no longer used; delete them when the service works.`,
  );
  return 0;
}

function figures({ copied, copiedBytes, present, missing }: FilesMoved): string {
  return `Copied ${copied} files (${bytes(copiedBytes)}), ${present} already there, ${missing.length} missing.`;
}
