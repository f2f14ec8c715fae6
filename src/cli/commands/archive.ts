import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRun } from '../service/open-run.ts';
import { saveResponse } from '../service/save-response.ts';

export const archive: Command = {
  name: 'archive',
  summary: 'Download the output of each node as .tar.gz.',
  usage: ['ID [-o <file or folder>] [--json]'],
  options: clientOptions,
  flags: {
    output: {
      value: 'file',
      short: 'o',
      sentence:
        'A file, a folder, or - for standard output. Default: <id>.tar.gz, numbered if there are several.',
    },
    json: { sentence: 'Print addresses and sizes of the archives as JSON instead of downloading them.' },
  },
  about: idSentence,
  examples: [
    { line: 'spate archive last', does: 'download all archives of the latest run' },
    { line: 'spate archive last -o - | tar tz', does: 'list the contents' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  const { client, run: found } = await openRun(context, 'archive ID');
  const { archives } = (await client.runs.archives(found.uuid))._embedded;
  if (flags.json !== undefined) {
    terminal.say(JSON.stringify(archives, null, 2));
    return 0;
  }
  if (archives.length === 0) {
    const hint =
      found.status === 'finished'
        ? 'The nodes sent none, or they were deleted after the retention period.'
        : 'Archives are available after the run has finished.';
    throw new CliError(`Run ${found.uuid} has no archives.`, hint);
  }
  const paths = await pathsFor(found.uuid, archives.length, flags.output);
  for (const [index, { href, size }] of archives.entries()) {
    const response = await client.open(href);
    await saveResponse(response, paths[index] ?? '-', { terminal, sizeBytes: size });
  }
  return 0;
}

async function pathsFor(runId: string, count: number, output: string | undefined): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) =>
    count === 1 ? `${runId}.tar.gz` : `${runId}-${index + 1}.tar.gz`,
  );
  if (output === undefined) return names;
  const isFolder = output.endsWith('/') || (await stat(output).catch(() => null))?.isDirectory() === true;
  if (isFolder) return names.map((name) => join(output, name));
  if (count === 1) return [output];
  throw new CliError(
    `The run has ${count} archives; -o names a single file.`,
    'Use a folder with a trailing slash: -o archives/',
  );
}
