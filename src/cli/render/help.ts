import { rowOf } from '../../config/config.ts';
import type { Command, OwnFlag } from '../command.ts';

/** Output of `spate --help`. */
export function renderHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const list = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    'Spate is a self-hosted load-testing service.',
    '',
    'Usage: spate <command> [options]',
    '',
    ...list,
    '',
    'Run "spate <command> --help" for more about a command, "spate --version" for the version.',
  ].join('\n');
}

/** Output of `spate <command> --help`, wrapped to the terminal width. */
export function renderCommandHelp(command: Command, columns = Number.POSITIVE_INFINITY): string {
  const usage = command.usage.map((line) => `  spate ${command.name}${line === '' ? '' : ` ${line}`}`);
  const own = Object.entries(command.flags).map(([name, flag]): [string, string] => [
    renderFlag(name, flag),
    flag.sentence,
  ]);
  const options = command.options.map((name): [string, string] => {
    const row = rowOf(name);
    const fallback = row.fallbackText === '' ? '' : ` Default: ${row.fallbackText}.`;
    return [row.flag, `${row.sentence} Environment: ${row.variable}.${fallback}`];
  });
  return [
    command.summary,
    '',
    'Usage:',
    ...usage,
    ...(command.about === undefined ? [] : ['', command.about]),
    ...renderFlags([...own, ...options], columns),
    ...renderExamples(command),
  ].join('\n');
}

function renderFlag(name: string, flag: OwnFlag): string {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = flag.value === undefined ? '' : ` <${flag.value}>`;
  return `${short}--${name}${value}${flag.isRepeatable ? ' …' : ''}`;
}

const narrowest = 30;

function renderFlags(flags: [flag: string, sentence: string][], columns: number): string[] {
  if (flags.length === 0) return [];
  const width = Math.max(...flags.map(([flag]) => flag.length));
  const room = Math.max(narrowest, columns - width - 5);
  const lines = flags.flatMap(([flag, sentence]) =>
    breakLines(sentence, room).map((line, index) => `  ${(index === 0 ? flag : '').padEnd(width)}  ${line}`),
  );
  return ['', 'Options:', ...lines];
}

function breakLines(sentence: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function renderExamples({ examples }: Command): string[] {
  return ['', 'Examples:', ...examples.flatMap(({ line, does }) => [`  # ${does}`, `  ${line}`])];
}
