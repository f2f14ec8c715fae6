import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 20;
const lookWhileRunningMs = 100;

export type Control =
  | { kind: 'start'; atMs: number; clockOffsetMs: number }
  | { kind: 'stop'; patienceMs: number };

/** Current content of the control file; undefined when it does not exist. */
async function readControl(path: string): Promise<Control | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const [word, number, offset] = text.trim().split(' ');
  switch (word) {
    case 'start':
      return { kind: 'start', atMs: Number(number), clockOffsetMs: Number(offset ?? 0) };
    case 'stop':
      return { kind: 'stop', patienceMs: Number(number) };
    default:
      return undefined;
  }
}

/** Waits for the first command; undefined after the timeout. */
export async function awaitControl(path: string, limitMs: number): Promise<Control | undefined> {
  for (const endMs = Date.now() + limitMs; Date.now() < endMs; await delay(lookEveryMs)) {
    const control = await readControl(path);
    if (control) {
      return control;
    }
  }
  return undefined;
}

/** Waits for the stop command and returns its grace; undefined when `signal` aborts. */
export async function awaitStop(path: string, signal: AbortSignal): Promise<number | undefined> {
  for (; !signal.aborted; await delay(lookWhileRunningMs, undefined, { signal }).catch(() => {})) {
    const control = await readControl(path);
    if (control?.kind === 'stop') {
      return control.patienceMs;
    }
  }
  return undefined;
}
