import { Script } from 'node:vm';

const place = Symbol.for('spate.limited');
const script = new Script(`globalThis[Symbol.for('spate.limited')]()`);

/** Runs synchronous work, such as a backtracking search, with a time limit. Undefined when it was exceeded. */
export function withinMs<T>(limitMs: number, work: () => T): { value: T } | undefined {
  const scope = globalThis as { [place]?: () => T };
  scope[place] = work;
  try {
    return { value: script.runInThisContext({ timeout: limitMs }) as T };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      return undefined;
    }
    throw error;
  } finally {
    delete scope[place];
  }
}
