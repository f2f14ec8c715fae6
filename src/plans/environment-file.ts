/** Name of the uploaded file that sets environment variables of the script. */
export const environmentFileName = 'environment';

export interface EnvironmentFile {
  variables: Map<string, string>;
  warnings: string[];
}

/** Parses `NAME=value` lines; `#` starts a comment line, quotes are part of the value. */
export function parseEnvironmentFile(bytes: Uint8Array): EnvironmentFile {
  const variables = new Map<string, string>();
  const warnings: string[] = [];
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) {
      continue;
    }
    const found = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (found?.[1] && !line.includes('\0')) {
      variables.set(found[1], found[2] ?? '');
    } else {
      // The line may contain a secret, so only its number is reported.
      warnings.push(`Line ${index + 1} of the environment file is ignored: it is not NAME=value.`);
    }
  }
  return { variables, warnings };
}
