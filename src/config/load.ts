import { AppError, type ErrorDetail } from '../domain/errors.ts';
import { nearest } from '../lib/nearest.ts';
import { type Config, type OptionName, optionNames, rowOf } from './config.ts';
import { type Machine, thisMachine } from './machine.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Texts by option name, as they came with flags. */
export type FlagValues = Partial<Record<OptionName, string>>;

export interface LoadSettings {
  machine?: Machine;
  /** Told what looks like a mistake but does not stop anything. */
  warn?: (sentence: string) => void;
}

/** A flag wins over a variable, a variable over the default. Throws `invalid` naming every wrong value at once. */
export function loadConfig(flags: FlagValues, env: Environment, settings: LoadSettings = {}): Config {
  const { machine = thisMachine(), warn = () => {} } = settings;
  const problems: ErrorDetail[] = [];
  const entries = optionNames.map((name) => [name, readOption(name, flags, env, machine, problems)]);
  const config = Object.fromEntries(entries) as Config;
  checkTogether(config, problems);
  if (problems.length > 0) {
    throw new AppError('invalid', problems.map((problem) => problem.message).join(' '), problems);
  }
  for (const sentence of unknownVariables(env)) warn(sentence);
  return config;
}

/** Where the value of an option came from. */
export function sourceOf(name: OptionName, flags: FlagValues, env: Environment): string {
  if (flags[name] !== undefined) return rowOf(name).flag;
  return isGiven(env[rowOf(name).variable]) ? rowOf(name).variable : 'default';
}

function readOption(
  name: OptionName,
  flags: FlagValues,
  env: Environment,
  machine: Machine,
  problems: ErrorDetail[],
): unknown {
  const row = rowOf(name);
  const given = flags[name] ?? env[row.variable];
  if (!isGiven(given)) return row.fallback(machine);
  try {
    return row.parse(given.trim(), machine);
  } catch (error) {
    const source = sourceOf(name, flags, env);
    const shown = row.isSecret ? '' : `, not "${given}"`;
    problems.push({
      code: 'invalid',
      field: source,
      message: `${source} ${(error as Error).message}${shown}.`,
    });
    return row.fallback(machine);
  }
}

/** An empty variable is as good as none: that is how people switch one off. */
function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

function checkTogether(config: Config, problems: ErrorDetail[]): void {
  if ((config.tlsCert === null) !== (config.tlsKey === null)) {
    const field = config.tlsCert === null ? 'SPATE_TLS_CERT' : 'SPATE_TLS_KEY';
    problems.push({
      code: 'invalid',
      field,
      message: 'SPATE_TLS_CERT and SPATE_TLS_KEY go together: give both or neither.',
    });
  }
  if (!config.tls && config.tlsCert !== null) {
    problems.push({
      code: 'invalid',
      field: 'SPATE_TLS',
      message: 'SPATE_TLS is off, but a certificate is given: choose one.',
    });
  }
}

function unknownVariables(env: Environment): string[] {
  const known = optionNames.map((name) => rowOf(name).variable);
  return Object.keys(env)
    .filter((name) => name.startsWith('SPATE_') && !name.startsWith('SPATE_TEST_') && !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known);
      return `${name} is not an option of Spate${meant ? `; did you mean ${meant}?` : '.'}`;
    });
}
