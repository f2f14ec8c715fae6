import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliError } from './cli-error.ts';

const interrupted = '\u0003';
const ended = '\u0004';

/** Waits for one of the keys on a terminal; undefined for Ctrl-C and Ctrl-D, and when the signal aborts. */
export async function askKey<K extends string>(
  question: string,
  keys: readonly K[],
  signal: AbortSignal,
): Promise<K | undefined> {
  const { stdin, stderr } = process;
  const { promise, resolve } = Promise.withResolvers<K | undefined>();
  const onData = (data: Buffer) => {
    for (const letter of data.toString('utf8').toLowerCase()) {
      if (letter === interrupted || letter === ended) return resolve(undefined);
      const key = keys.find((one) => one === letter);
      if (key !== undefined) return resolve(key);
    }
  };
  const onAbort = () => resolve(undefined);
  if (signal.aborted) return undefined;
  // Before the question: an immediate Ctrl-C must arrive as a key, not as a signal.
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.on('data', onData).resume();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const key = await promise;
    stderr.write(`${key ?? ''}\n`);
    return key;
  } finally {
    signal.removeEventListener('abort', onAbort);
    stdin.off('data', onData).pause();
    stdin.setRawMode(false);
  }
}

/** Reads a line from the terminal; the input of a secret is not echoed. */
export async function askLine(question: string, { isSecret = false } = {}): Promise<string> {
  const { stdin, stderr } = process;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isSecret ? silent : stderr, terminal: true });
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  lines.once('SIGINT', () => reject(new CliError('Cancelled. Nothing was changed.')));
  lines.once('close', () => reject(new CliError('Nothing was changed.')));
  try {
    if (isSecret) stderr.write(question);
    return (await Promise.race([lines.question(isSecret ? '' : question), stopped])).trim();
  } finally {
    lines.close();
    if (isSecret) stderr.write('\n');
  }
}
