import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Called for each line of stdout and stderr. */
  onLine?: (line: string) => void;
}

export interface ChildResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Last lines of stdout and stderr, in order of arrival. */
  lines: string[];
}

const keptLines = 2000;

/**
 * Runs a helper program until it exits. Rejects when it cannot be started or the signal aborts; kills it after
 * `timeoutMs`.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<ChildResult> {
  options.signal?.throwIfAborted();
  // The signal is handled here: the `signal` option of spawn would not drain the pipes.
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const take = (line: string) => {
    lines.push(line);
    if (lines.length > keptLines) {
      lines.shift();
    }
    options.onLine?.(line);
  };
  const kill = () => child.kill('SIGKILL');
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(kill, options.timeoutMs);
  options.signal?.addEventListener('abort', kill, { once: true });
  try {
    const outputs = [child.stdout, child.stderr].map((stream) =>
      createInterface({ input: stream }).on('line', take),
    );
    const result = await new Promise<ChildResult>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal, lines }));
    });
    for (const output of outputs) {
      output.close();
    }
    options.signal?.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
  }
}
