import { type ParseArgsOptionDescriptor, type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type OptionName, rowOf } from '../config/config.ts';
import type { FlagValues } from '../config/load.ts';
import { nearest } from '../lib/nearest.ts';
import { CliError } from './cli-error.ts';
import type { Command, OwnFlag } from './command.ts';

export type CommandLine =
  | { wants: 'version' }
  | { wants: 'help'; command: Command | null }
  | {
      wants: 'run';
      command: Command;
      args: string[];
      flags: Record<string, string>;
      lists: Record<string, string[]>;
      optionFlags: FlagValues;
    };

/** Parses the arguments of `spate`. Throws CliError for an unknown command or flag, with the closest match as a hint. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const [first, ...rest] = argv;
  if (first === undefined || first === '--help' || first === '-h') return { wants: 'help', command: null };
  if (first === '--version' || first === '-v') return { wants: 'version' };
  if (first === 'help') {
    return { wants: 'help', command: rest[0] === undefined ? null : findCommand(rest[0], commands) };
  }
  const command = findCommand(first, commands);
  if (upToDashes(rest).some((word) => word === '--help' || word === '-h')) return { wants: 'help', command };
  return { wants: 'run', command, ...parseFlags(command, rest) };
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const meant = nearest(
    name,
    commands.map((command) => command.name),
  );
  throw new CliError(
    `Unknown command: "${name}".`,
    meant ? `Did you mean "spate ${meant}"?` : 'List commands with: spate --help',
  );
}

function parseFlags(command: Command, argv: string[]) {
  const byFlag = new Map<string, OptionName>(
    command.options.map((name) => [rowOf(name).flag.slice(2), name]),
  );
  const { tokens } = parseArgs({
    args: argv,
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: parserOptions([...byFlag.keys()], command),
  });
  const args: string[] = [];
  const flags: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const optionFlags: FlagValues = {};
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind !== 'option') continue;
    const option = byFlag.get(token.name);
    const own = Object.hasOwn(command.flags, token.name) ? command.flags[token.name] : undefined;
    if (option === undefined && own === undefined) throw unknownFlag(token.rawName, command);
    const isEmptyFine = own?.mayBeEmpty === true && token.value === '';
    if (!isEmptyFine) checkValue(token, option !== undefined || own?.value !== undefined, command);
    if (option !== undefined) optionFlags[option] = token.value;
    else if (own !== undefined) {
      checkChoice(token, own);
      if (flags[token.name] !== undefined && own.value !== undefined && !own.isRepeatable)
        throw new CliError(`${token.rawName} is given more than once.`, 'Use it once.');
      flags[token.name] = token.value ?? '';
      lists[token.name] = [...(lists[token.name] ?? []), token.value ?? ''];
    }
  }
  return { args, flags, lists, optionFlags };
}

function parserOptions(ofTable: readonly string[], command: Command): ParseArgsOptionsConfig {
  const own = Object.entries(command.flags).map(([name, flag]): [string, ParseArgsOptionDescriptor] => [
    name,
    { type: flag.value === undefined ? 'boolean' : 'string', ...(flag.short && { short: flag.short }) },
  ]);
  return Object.fromEntries([
    ...ofTable.map((name): [string, ParseArgsOptionDescriptor] => [name, { type: 'string' }]),
    ...own,
  ]);
}

interface GivenOption {
  rawName: string;
  value?: string | undefined;
}

function checkValue({ rawName, value }: GivenOption, takesValue: boolean, command: Command): void {
  if (takesValue && !value) throw new CliError(`${rawName} requires a value.`, helpHint(command));
  if (!takesValue && value !== undefined) throw new CliError(`${rawName} takes no value.`, helpHint(command));
}

function checkChoice({ rawName, value = '' }: GivenOption, { choices }: OwnFlag): void {
  if (choices === undefined || choices.includes(value)) return;
  const meant = nearest(value, choices);
  const hint = meant ? `Did you mean ${meant}?` : `Use one of: ${choices.join(', ')}.`;
  throw new CliError(`Invalid value for ${rawName}: "${value}".`, hint);
}

function unknownFlag(given: string, command: Command): CliError {
  const known = [
    ...command.options.map((name) => rowOf(name).flag as string),
    ...Object.keys(command.flags).map((name) => `--${name}`),
  ];
  const meant = nearest(given, known);
  const hint = meant ? `Did you mean ${meant}?` : helpHint(command);
  return new CliError(`Unknown option of spate ${command.name}: ${given}.`, hint);
}

function helpHint(command: Command): string {
  return `Show help with: spate ${command.name} --help`;
}

/** Arguments after `--` are not flags. */
function upToDashes(words: string[]): string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}
