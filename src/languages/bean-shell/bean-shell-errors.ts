import { ScriptException, Throwable } from '../jvm/values.ts';

/** An error of BeanShell itself, which scripts cannot catch. Its message is BeanShell's own to the letter. */
export function evalError(message: string): never {
  throwError(message, ` : ${message}`);
}

/** Like `evalError`, with a message of other words than BeanShell's. */
export function roughError(message: string): never {
  throwError(message, null);
}

/** An error that BeanShell did not expect of itself. */
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

/** Sets BeanShell's message of an exception that has none yet. */
export function addNote(error: unknown, message: string): void {
  if (error instanceof ScriptException && error.note === undefined) {
    error.note = ` : ${message}`;
  }
}

/** Puts a message before the others. */
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

/** JMeter's text of an error of a script; undefined where it is not known to the letter. */
export function beanShellMessage(source: string, { note }: ScriptException): string | undefined {
  if (typeof note !== 'string') {
    return undefined;
  }
  const ended = (source.endsWith(';') ? source : `${source};`).replaceAll(/[\r\n]/g, ' ');
  const shown = ended.length > shownLength ? `${ended.slice(0, shownLength)} . . . ` : ended;
  return `org.apache.jorphan.util.JMeterException: Error invoking bsh method: eval\tSourced file: inline evaluation of: \`\`${shown}''${note}`;
}
