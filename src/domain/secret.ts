import { parameterName, secretProblem } from '../contract/secret-parameters.ts';
import { createMasker, type Masker } from '../lib/masker.ts';
import type { ErrorDetail } from './errors.ts';

/** A parameter whose value is sealed in the database, and masked wherever it would be shown. */
export interface SecretParameter {
  /** As in parameters of a plan: `name`, `-Dname` or `-Ename`. */
  name: string;
  value: string;
}

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
    const problem = secretProblem(name, value, { allowsRemoval });
    if (problem !== undefined) {
      const which = name === '' ? `Entry ${index + 1}` : `The secret ${JSON.stringify(name.slice(0, 200))}`;
      problems.push({ code: 'invalid', message: `${which} of ${field} ${problem}`, field });
    }
    secrets.set(name, { name, value });
  }
  return [...secrets.values()];
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
export function maskerOf({
  secrets,
}: {
  secrets?: readonly SecretParameter[] | undefined;
}): Masker | undefined {
  return createMasker((secrets ?? []).map(({ value }) => value));
}
