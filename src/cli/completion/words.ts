import { rowOf } from '../../config/config.ts';
import type { Command } from '../command.ts';

/** Completion data of a command. */
export interface CommandWords {
  name: string;
  summary: string;
  verbs: readonly string[];
  takesFiles: boolean;
  flags: FlagWords[];
}

export interface FlagWords {
  /** With dashes. */
  long: string;
  short: string | null;
  sentence: string;
  value: 'none' | 'file' | 'text' | readonly string[];
}

const fileValues = new Set(['file', 'folder']);

/** Completion data of all commands. */
export function wordsOf(commands: readonly Command[]): CommandWords[] {
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    verbs: [...(command.verbs ?? []), ...(Array.isArray(command.takes) ? command.takes : [])],
    takesFiles: command.takes === 'files',
    flags: [...ownFlags(command), ...tableFlags(command), helpFlag],
  }));
}

const helpFlag: FlagWords = { long: '--help', short: '-h', sentence: 'Show help.', value: 'none' };

function ownFlags(command: Command): FlagWords[] {
  return Object.entries(command.flags).map(([name, flag]) => ({
    long: `--${name}`,
    short: flag.short === undefined ? null : `-${flag.short}`,
    sentence: flag.sentence,
    value: kindOf(flag.value, flag.choices ?? flag.suggests),
  }));
}

function kindOf(value: string | undefined, words: readonly string[] | undefined): FlagWords['value'] {
  if (value === undefined) return 'none';
  return words ?? (fileValues.has(value) ? 'file' : 'text');
}

function tableFlags(command: Command): FlagWords[] {
  return command.options.map((name) => {
    const row = rowOf(name);
    return {
      long: row.flag,
      short: null,
      sentence: row.sentence,
      value: row.kind === 'path' ? 'file' : row.kind === 'on, off' ? ['on', 'off'] : 'text',
    };
  });
}
