import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRunFiles } from '../run/run-files.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument } from '../verbs.ts';

export const importRun: Command = {
  name: 'import',
  summary: 'Import a run file of another service, read-only.',
  usage: ['<file> [--project <name>] [--json]'],
  takes: 'files',
  options: clientOptions,
  flags: {
    project: { value: 'name', short: 'p', sentence: 'Project; created if it does not exist.' },
    json: { sentence: 'Print the run as JSON.' },
  },
  about:
    'Exit code 1 if the file was changed after it was signed; the run is imported nevertheless, and marked. The fingerprint of the key\n' +
    'identifies the service that signed it: compare it with GET /signing-key there.',
  examples: [{ line: 'spate import run.spate-run.tar.gz', does: 'import a run and check its signature' }],
  run,
};

async function run({ args, config, env, flags, terminal }: CommandContext): Promise<number> {
  const [file] = await openRunFiles([onlyArgument(args, 'import <file>')]);
  if (!file) return 1;
  const client = await openClient(config, env);
  const imported = await client.runs.importFile({ file, project: flags.project });
  if (flags.json !== undefined) terminal.say(JSON.stringify(imported, null, 2));
  else terminal.say(imported.uuid);
  const origin = imported.imported;
  if (origin === null) return 1;
  const from = `run ${origin.run} of ${origin.service}`;
  terminal.note(
    origin.verified
      ? `Imported ${from}. The signature is valid. Key: ${origin.key_fingerprint}.`
      : `Imported ${from}, but the file was changed after it was signed: ${origin.problem}`,
  );
  terminal.note(imported.permalink);
  return origin.verified ? 0 : 1;
}
