/** Rules of secret parameters, for the service, the CLI and forms. Names are as in parameters: `name`, `-Dname` or `-Ename`. */

/** Shorter values occur by chance, and masking them would make texts unreadable. */
const minSecretLength = 4;
const maxSecretLength = 16_384;
export const maxSecrets = 100;
const maxNameLength = 200;

/** The name in `name=value`, as in `SecretParameter`. */
export function parameterName(entry: string): string {
  return (entry.split('=', 1)[0] ?? '').trim().replace(/^-J\s*/, '');
}

/** Why a secret cannot be used, as the end of a sentence without its value. With `allowsRemoval`, the value may be empty. */
export function secretProblem(
  name: string,
  value: string,
  { allowsRemoval = false } = {},
): string | undefined {
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

/** Whether every tool can have an environment variable of this name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** Environment variable from which commands take the value of a secret: `API_TOKEN` for `-Dapi.token`. */
export function secretVariable(name: string): string {
  return name
    .replace(/^-[DEJ]/, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
}
