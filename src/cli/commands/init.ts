import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { browserStarter } from '../init/browser-starter.ts';

export const init: Command = {
  name: 'init',
  summary: 'Create a starter script in a new folder.',
  usage: ['browser [<name>]'],
  examples: [
    { line: 'spate init browser shop', does: 'create shop/shop.ts with type definitions for editors' },
    { line: 'spate verify shop/shop.ts', does: 'try it out' },
  ],
  takes: ['browser'],
  options: [],
  flags: {},
  run,
};

async function run({ args, terminal }: CommandContext): Promise<number> {
  const [kind, name = 'browser-script', ...rest] = args;
  if (kind !== 'browser' || rest.length > 0)
    throw new CliError('Unknown kind of script.', 'Usage: spate init browser <name>');
  if (!/^[\w-][\w.-]*$/.test(name))
    throw new CliError(`Invalid script name: "${name}".`, 'Use letters, digits, dashes and dots.');
  const files = await browserStarter(name);
  const taken = files.map((file) => join(name, file.name)).filter((path) => existsSync(path));
  if (taken.length > 0) throw new CliError(`${taken.join(' and ')} already exist.`, 'Choose another name.');
  for (const file of files) {
    const path = join(name, file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.content, { flag: 'wx' });
    terminal.say(relative('.', path));
  }
  terminal.note(`\nTry it out: spate verify ${join(name, `${name}.ts`)}`);
  return 0;
}
