import { createMasker, type Masker } from '../lib/masker.ts';
import type { ErrorDetail } from './errors.ts';

/** A parameter whose value is sealed in the database, and masked wherever it would be shown. */
export interface SecretParameter {
  /** As in parameters of a plan: `name`, `-Dname` or `-Ename`. */
  name: string;
  value: string;
}

/** Shorter values occur by chance, and masking them would make texts unreadable. */
export const minSecretLength = 4;
export const maxSecretLength = 16_384;
export const maxSecrets = 100;
const maxNameLength = 200;

/**
 * Reads entries `name=value`; the last one of a name counts. An empty value removes the secret of an earlier run, if
 * allowed. Messages contain no values.
 */
export function readSecrets(
  entries: readonly string[],
  field: string,
  problems: ErrorDetail[],
  { allowsRemoval = false } = {},
): SecretParameter[] {
  const secrets = new Map<string, SecretParameter>();
  for (const [index, entry] of entries.entries()) {
    const at = entry.indexOf('=');
    // Without a name, the entry may be a value.
    const name = at < 0 ? '' : parameterName(entry);
    const value = entry.slice(at + 1);
    const problem = problemOf(name, value, allowsRemoval);
    if (problem !== undefined) {
      const which = name === '' ? `Entry ${index + 1}` : `The secret ${JSON.stringify(name.slice(0, maxNameLength))}`;
      problems.push({ code: 'invalid', message: `${which} of ${field} ${problem}`, field });
    }
    secrets.set(name, { name, value });
  }
  return [...secrets.values()];
}

function problemOf(name: string, value: string, allowsRemoval: boolean): string | undefined {
  if (!/^(?:-[DE])?[^\s=-][^\s=]*$/.test(name) || name.length > maxNameLength)
    return 'is not valid. Use name=value, -Dname=value for a system property, or -Ename=value for an environment variable.';
  if (name.startsWith('-E') && !isVariableName(name.slice(2)))
    return 'is not valid. The name of an environment variable has letters, digits and underscores.';
  const { length } = [...value];
  if (length === 0 && allowsRemoval) return undefined;
  if (length < minSecretLength)
    return `is too short to be masked. Use at least ${minSecretLength} characters, or an ordinary parameter.`;
  if (length > maxSecretLength) return `has ${length} characters. Use at most ${maxSecretLength}.`;
  return undefined;
}

/** The name in `name=value`, as in `SecretParameter`. */
export function parameterName(entry: string): string {
  return (entry.split('=', 1)[0] ?? '').trim().replace(/^-J\s*/, '');
}

/** Whether every tool can have an environment variable of this name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** The secrets of a changed run: those of the original, except for replaced and removed ones. */
export function changeSecrets(
  known: readonly SecretParameter[],
  changes: readonly SecretParameter[],
): SecretParameter[] {
  const all = new Map(known.map((secret) => [secret.name, secret]));
  for (const secret of changes) {
    all.delete(secret.name);
    if (secret.value !== '') all.set(secret.name, secret);
  }
  return [...all.values()];
}

/** Masks the values of secrets; undefined without secrets. */
export function maskerOf({ secrets }: { secrets?: readonly SecretParameter[] | undefined }): Masker | undefined {
  return createMasker((secrets ?? []).map(({ value }) => value));
}
