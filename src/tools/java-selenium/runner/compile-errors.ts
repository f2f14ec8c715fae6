import { relative } from 'node:path';

export interface CompileError {
  /** Name of the uploaded file. */
  file: string;
  line: number;
  message: string;
}

const maxReported = 5;

/** Parses the output of javac: each error is a line with place and message, followed by details. */
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

/** Messages for the first errors, with hints for the most frequent ones. */
export function describeCompileErrors(
  errors: readonly CompileError[],
  output: readonly string[],
  seleniumVersion: string,
): string[] {
  if (errors.length === 0) {
    return [`The script could not be compiled: ${output.slice(-5).join(' ').trim() || 'no output of javac'}`];
  }
  const shown = errors.slice(0, maxReported).map((error) => `${error.file}:${error.line}: ${error.message}.`);
  const more = errors.length - shown.length;
  return [
    `The script could not be compiled (best match: Selenium ${seleniumVersion}).`,
    ...shown,
    ...(more > 0 ? [`${more} more errors are in selenium.log.`] : []),
    ...hints(errors),
  ];
}

function hints(errors: readonly CompileError[]): string[] {
  const text = errors.map((error) => error.message).join('\n');
  const missing = /package ([\w.]+) does not exist/.exec(text)?.[1];
  const name = /class (\w+) is public, should be declared in a file named (\S+)/.exec(text);
  return [
    ...(missing ? [`Upload the .jar file of the package ${missing} with the script.`] : []),
    ...(name ? [`Name the file ${name[2]}, like its class.`] : []),
    ...(/duplicate class/.test(text) ? ['Upload each class once.'] : []),
  ];
}
