import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../../lib/package-files.ts';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { runScript } from '../run-script.ts';

export const bench: Command = {
  name: 'bench',
  summary: 'Run benchmarks of the service.',
  usage: ['', '<name> …'],
  options: [],
  flags: {},
  examples: [{ line: 'spate bench', does: 'run all benchmarks' }],
  run,
};

async function run({ args, terminal }: CommandContext): Promise<number> {
  const folder = packageFile('bench');
  const there = await listBenchmarks(folder);
  const chosen = args.length === 0 ? there : args;
  const unknown = chosen.filter((name) => !there.includes(name));
  if (unknown.length > 0 || there.length === 0) {
    const what = unknown.length > 0 ? `Unknown benchmark: ${unknown.join(', ')}.` : 'No benchmarks found.';
    throw new CliError(
      what,
      there.length > 0 ? `Use one of: ${there.join(', ')}.` : `Expected in ${folder}.`,
    );
  }
  const failed: string[] = [];
  for (const name of chosen) {
    terminal.say(`\n== ${name}`);
    const code = await runScript(join(folder, `${name}.ts`), []);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) terminal.note(`\nFailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

async function listBenchmarks(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();
}
