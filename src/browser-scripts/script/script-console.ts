import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';

/** A console for one script: every line goes to the observer of its user. */
export function createScriptConsole(write: (level: string, text: string) => void): Console {
  const stream = (level: string) =>
    new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        write(level, String(chunk).replace(/\n$/, ''));
        done();
      },
    });
  const console = new Console({ stdout: stream('log'), stderr: stream('error'), colorMode: false });
  const leveled =
    (level: string) =>
    (...args: unknown[]) =>
      write(level, format(...args));
  return Object.assign(console, {
    log: leveled('log'),
    info: leveled('info'),
    debug: leveled('debug'),
    warn: leveled('warn'),
    error: leveled('error'),
    dir: (value: unknown) => write('log', inspect(value)),
    trace: leveled('trace'),
  });
}
