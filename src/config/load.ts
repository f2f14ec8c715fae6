import { demandTargets, parseDemand } from '../domain/demand.ts';
import { AppError, type ErrorDetail } from '../domain/errors.ts';
import { nearest } from '../lib/nearest.ts';
import { type Config, type OptionName, optionNames, rowOf } from './config.ts';
import { type Machine, thisMachine } from './machine.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Raw flag values by option name. */
export type FlagValues = Partial<Record<OptionName, string>>;

export interface LoadSettings {
  machine?: Machine;
  /**
   * Options that the caller uses; default: all. An invalid variable that other programs use too, such as DATABASE_URL, is
   * ignored unless its option is one of these.
   */
  uses?: readonly OptionName[];
  /** Receives warnings, such as about unknown variables. */
  warn?: (sentence: string) => void;
}

/** Precedence: flag, variable, default. Throws `invalid` with all invalid values. */
export function loadConfig(flags: FlagValues, env: Environment, settings: LoadSettings = {}): Config {
  const { machine = thisMachine(), uses = optionNames, warn = () => {} } = settings;
  const problems: ErrorDetail[] = [];
  const entries = optionNames.map((name) => {
    const isForeign = !rowOf(name).variable.startsWith('SPATE_') && !uses.includes(name);
    return [name, readOption(name, flags, env, machine, isForeign ? [] : problems)];
  });
  const config = Object.fromEntries(entries) as Config;
  checkTogether(config, problems);
  if (problems.length > 0) {
    throw new AppError('invalid', problems.map((problem) => problem.message).join(' '), problems);
  }
  for (const sentence of unknownVariables(env)) warn(sentence);
  return config;
}

/** The flag or variable that sets an option, or `default`. */
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

/** An empty variable counts as not set. */
function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

function checkTogether(config: Config, problems: ErrorDetail[]): void {
  if ((config.tlsCert === null) !== (config.tlsKey === null)) {
    const field = config.tlsCert === null ? 'SPATE_TLS_CERT' : 'SPATE_TLS_KEY';
    problems.push({
      code: 'invalid',
      field,
      message: 'SPATE_TLS_CERT and SPATE_TLS_KEY require each other: set both or neither.',
    });
  }
  if ((config.s3AccessKeyId === null) !== (config.s3SecretAccessKey === null)) {
    const field = config.s3AccessKeyId === null ? 'SPATE_S3_ACCESS_KEY_ID' : 'SPATE_S3_SECRET_ACCESS_KEY';
    problems.push({
      code: 'invalid',
      field,
      message:
        'SPATE_S3_ACCESS_KEY_ID and SPATE_S3_SECRET_ACCESS_KEY require each other: set both or neither.',
    });
  }
  if (config.kubernetesImage === null && demandTargets(parseDemand(config.demand), 'kubernetes').length > 0) {
    problems.push({
      code: 'invalid',
      field: 'SPATE_KUBERNETES_IMAGE',
      message:
        'SPATE_DEMAND has kubernetes rows, which require SPATE_KUBERNETES_IMAGE: the container image of nodes.',
    });
  }
  if (!config.tls && config.tlsCert !== null) {
    problems.push({
      code: 'invalid',
      field: 'SPATE_TLS',
      message: 'SPATE_TLS is off, but SPATE_TLS_CERT is set: set only one of them.',
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
