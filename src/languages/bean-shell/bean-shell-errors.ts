import { ScriptException, Throwable } from '../jvm/values.ts';

/** An error of BeanShell itself, which scripts cannot catch. The message is exactly BeanShell's. */
export function evalError(message: string): never {
  throwError(message, ` : ${message}`);
}

/** Like `evalError`, with a message that differs from BeanShell's. */
export function roughError(message: string): never {
  throwError(message, null);
}

/** An internal error of BeanShell. */
export function internalError(message: string): never {
  throwError(message, `${internal}${message}`);
}

const internal = ' internal Error: ';

function throwError(message: string, note: string | null): never {
  const error = new ScriptException(new Throwable('bsh.EvalError', message, undefined, true));
  error.note = note;
  throw error;
}

export const isEvalError = (error: ScriptException): boolean => error.throwable.className === 'bsh.EvalError';

/** Throws an exception that scripts can catch. Without a message of BeanShell, its note is empty. */
export function throwNoted(throwable: Throwable, message: string | null): never {
  const error = new ScriptException(throwable);
  error.note = message === null ? '' : ` : ${message}`;
  throw error;
}

/** Sets BeanShell's note of an exception without one. */
export function addNote(error: unknown, message: string): void {
  if (error instanceof ScriptException && error.note === undefined) {
    error.note = ` : ${message}`;
  }
}

/** Prepends a message to BeanShell's note. */
export function prependNote(error: unknown, message: string): void {
  if (
    error instanceof ScriptException &&
    typeof error.note === 'string' &&
    !error.note.startsWith(internal)
  ) {
    error.note = ` : ${message}${error.note}`;
  }
}

const shownLength = 80;

/** The error text that JMeter reports for a script; undefined where it is not known exactly. */
export function beanShellMessage(source: string, { note }: ScriptException): string | undefined {
  if (typeof note !== 'string') {
    return undefined;
  }
  const ended = (source.endsWith(';') ? source : `${source};`).replaceAll(/[\r\n]/g, ' ');
  const shown = ended.length > shownLength ? `${ended.slice(0, shownLength)} . . . ` : ended;
  return `org.apache.jorphan.util.JMeterException: Error invoking bsh method: eval\tSourced file: inline evaluation of: \`\`${shown}''${note}`;
}
