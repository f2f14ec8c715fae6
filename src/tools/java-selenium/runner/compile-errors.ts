import { relative } from 'node:path';

export interface CompileError {
  /** As uploaded. */
  file: string;
  line: number;
  message: string;
}

const mostTold = 5;

/** Takes what javac printed apart: each error is a line, what it is about, and details after that. */
export function readCompileErrors(lines: readonly string[], folder: string): CompileError[] {
  const errors: CompileError[] = [];
  for (const line of lines) {
    const found = /^(.+\.java):(\d+): error: (.*)$/i.exec(line);
    const last = errors.at(-1);
    if (found) {
      errors.push({
        file: relative(folder, found[1] ?? ''),
        line: Number(found[2]),
        message: (found[3] ?? '').trim(),
      });
    } else if (last && /^\s+(symbol|location|required|found|reason):\s/.test(line)) {
      last.message += `, ${line.trim().replace(/:\s+/, ' ')}`;
    }
  }
  return errors;
}

/** The first errors as sentences, and what to do about the commonest. */
export function describeCompileErrors(
  errors: readonly CompileError[],
  output: readonly string[],
  seleniumVersion: string,
): string[] {
  if (errors.length === 0) {
    return [`The script could not be compiled: ${output.slice(-5).join(' ').trim() || 'javac said nothing'}`];
  }
  const told = errors.slice(0, mostTold).map((error) => `${error.file}:${error.line}: ${error.message}.`);
  const more = errors.length - told.length;
  return [
    `The script could not be compiled (with Selenium ${seleniumVersion}, which fits it best).`,
    ...told,
    ...(more > 0 ? [`There are ${more} more errors; all are in selenium.log.`] : []),
    ...hints(errors),
  ];
}

function hints(errors: readonly CompileError[]): string[] {
  const text = errors.map((error) => error.message).join('\n');
  const missing = /package ([\w.]+) does not exist/.exec(text)?.[1];
  const name = /class (\w+) is public, should be declared in a file named (\S+)/.exec(text);
  return [
    ...(missing ? [`Upload the .jar file that has the package ${missing} with the script.`] : []),
    ...(name ? [`Name the file ${name[2]}, like its class.`] : []),
    ...(/duplicate class/.test(text) ? ['Upload each class once.'] : []),
  ];
}
