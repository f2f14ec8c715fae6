import { readFile } from 'node:fs/promises';
import { parameterName, secretProblem, secretVariable } from '../../contract/secret-parameters.ts';
import { askLine } from '../ask.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command.ts';

export const secretFlag = {
  value: 'name[=@file]',
  isRepeatable: true,
  sentence:
    'Parameter with a secret value, from the environment variable of the same name, from a file, or entered in the terminal. It is stored encrypted, and masked in logs, results and archives.',
} as const;

/** Entries `name=value` of --secret. Values are never arguments, which other users of the machine can read. */
export async function readSecretFlags({
  lists,
  env,
}: Pick<CommandContext, 'lists' | 'env'>): Promise<string[]> {
  const entries: string[] = [];
  for (const given of lists.secret ?? []) {
    const name = parameterName(given);
    const value = await readValue(given, name, env);
    const problem = secretProblem(name, value);
    if (problem !== undefined)
      throw new CliError(`The secret ${JSON.stringify(name)} of --secret ${problem}`);
    entries.push(`${name}=${value}`);
  }
  return entries;
}

async function readValue(given: string, name: string, env: CommandContext['env']): Promise<string> {
  const at = given.indexOf('=');
  if (at >= 0) return readSecretFile(given.slice(at + 1), name);
  const variable = secretVariable(name);
  const value = env[name.replace(/^-[DE]/, '')] ?? env[variable];
  if (value !== undefined) return value;
  if (process.stdin.isTTY) return askLine(`Value of ${name}: `, { isSecret: true });
  throw new CliError(
    `The secret ${name} has no value.`,
    `Set the environment variable ${variable}, or name a file: --secret ${name}=@<file>.`,
  );
}

async function readSecretFile(text: string, name: string): Promise<string> {
  if (!text.startsWith('@'))
    throw new CliError(
      `The value of the secret ${name} must not be an argument, which other users of this machine can read.`,
      `Use --secret ${name} with the environment variable ${secretVariable(name)}, or --secret ${name}=@<file>.`,
    );
  const path = text.slice(1);
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new CliError(
      `The file ${path} of the secret ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
