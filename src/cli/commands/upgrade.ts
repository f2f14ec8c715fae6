import { existsSync } from 'node:fs';
import { bytes, count } from '../../lib/figures.ts';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import type { UpgradeCheck } from '../parts.ts';

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'Show what the first start of this version changes in the database.',
  usage: ['--check [--json]'],
  about:
    'Install the new version next to the running service and run this with it. Nothing is changed: the service migrates the database when it starts.',
  options: ['dataDir', 'databaseUrl', 'logLevel'],
  flags: {
    check: { sentence: 'Compare this version with the database. Exit code 1: this version cannot use it.' },
    json: jsonFlag,
  },
  examples: [{ line: 'spate upgrade --check', does: 'works while the service is running or stopped' }],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { args, config, flags, log, parts, terminal } = context;
  if (args.length > 0) throw new CliError('Too many arguments.', 'Usage: spate upgrade --check');
  if (flags.check === undefined)
    throw new CliError(
      'The service upgrades its database when it starts.',
      'To see what that changes: spate upgrade --check',
    );
  if (config.databaseUrl === null && !existsSync(config.dataDir))
    throw new CliError(`Data folder not found: ${config.dataDir}.`, 'Set it with --data-dir.');
  const check = await parts.checkUpgrade(config, log);
  sayJsonOr(context, check, () => terminal.say(textOf(check)));
  return check.obstacle === null ? 0 : 1;
}

function textOf({ version, schema, missing, obstacle, databaseBytes, unfinishedRuns }: UpgradeCheck): string {
  const lines = [
    `This is Spate ${version}, with schema version ${schema.newest}.`,
    schema.applied === 0
      ? 'The database is empty.'
      : `The database has schema version ${schema.applied} and ${bytes(databaseBytes)}.`,
  ];
  if (obstacle !== null) return [...lines, obstacle].join('\n');
  if (missing.length === 0) return [...lines, 'Nothing to migrate.'].join('\n');
  return [
    ...lines,
    `The next start applies ${count(missing.length, 'migration')}: ${missing.join(', ')}.`,
    ...(unfinishedRuns === 0
      ? []
      : [`${count(unfinishedRuns, 'run')} not finished: load tests continue during the restart.`]),
    ...(schema.applied === 0 ? [] : ['Earlier versions cannot read it afterwards. First: spate backup']),
  ].join('\n');
}
