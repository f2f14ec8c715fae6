import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { type Conversion, defaultOptions } from '../../converters/conversion.ts';
import { convert, type DocumentToConvert } from '../../converters/convert.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command.ts';
import { asCliError, isRequest } from '../run/request-arguments.ts';

/** Converts a document on this machine, without a service. Resolves with the exit code. */
export async function convertDocument({ args, flags, lists, terminal }: CommandContext): Promise<number> {
  const document = await readDocument(args);
  const conversion = asCliError(() =>
    convert(document, {
      ...defaultOptions,
      name: flags.name,
      keepsSecrets: flags['keep-secrets'] !== undefined,
      baseUrl: baseUrlOf(flags['base-url']),
      correlates: flags['no-correlation'] === undefined,
      hosts: lists.host ?? [],
      includesAssets: flags.assets !== undefined,
    }),
  );
  for (const warning of conversion.warnings) terminal.note(`Note: ${warning}`);
  if (flags.json !== undefined) {
    terminal.say(JSON.stringify(conversion.plan, null, 2));
    return 0;
  }
  const path = flags.output ?? conversion.fileName;
  await write(path, conversion.jmx, flags.force !== undefined);
  terminal.say(path);
  terminal.note(`${summaryOf(conversion)} Start it: spate run ${quoteForShell(path)} -t 10 -d 1m`);
  return 0;
}

function baseUrlOf(given: string | undefined): string | undefined {
  if (given === undefined || /^https?:\/\/[^/]/i.test(given)) return given;
  throw new CliError(
    `Invalid value for --base-url: "${given}".`,
    'Use an address such as https://test.example.',
  );
}

async function readDocument(args: readonly string[]): Promise<DocumentToConvert> {
  const [first, ...others] = args;
  if (first === undefined)
    throw new CliError('The document is missing.', 'Give URLs, a curl command in quotes, or a file.');
  if (args.every(isRequest)) return { text: args.join('\n') };
  if (first === 'curl')
    throw new CliError(
      'The curl command is not quoted.',
      `Put the whole command into quotes: spate convert 'curl …'`,
    );
  if (others.length > 0) throw new CliError('Several documents were given.', 'Convert one file at a time.');
  if (first === '-') return { text: await readAll(process.stdin) };
  const text = await readFile(first, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'File not found' : (error.code ?? error.message);
    throw new CliError(`${why}: ${first}.`, 'Give a file, a URL with https://, or a curl command in quotes.');
  });
  return { text, fileName: basename(first) };
}

async function write(path: string, content: string, isForced: boolean): Promise<void> {
  try {
    await writeFile(path, content, { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new CliError(`${path} exists.`, 'Replace it with --force, or choose another file with --output.');
    throw new CliError(
      `Cannot write ${path}: ${code ?? String(error)}.`,
      'Choose another file with --output.',
    );
  }
}

function summaryOf({ plan }: Conversion): string {
  const sent = plan.requests.filter(({ enabled }) => enabled).length;
  const left = plan.requests.length - sent;
  return `${sent === 1 ? '1 request' : `${sent} requests`}${left > 0 ? `, ${left} left out` : ''}.`;
}
