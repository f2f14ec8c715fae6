import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { steadyClock } from '../lib/clock.ts';

const lookEveryMs = 20;
const lookWhileRunningMs = 100;

/** A command of the adapter: `start` opens the barrier, `stop` ends the run in order. */
export type Control =
  | { kind: 'start'; atMs: number; clockOffsetMs: number }
  | { kind: 'stop'; graceMs: number };

/** Content of the control file that starts a run. A process that aggregates by the service's clock needs its offset. */
export function startCommand(atMs: number, clockOffsetMs?: number): string {
  return `start ${Math.round(atMs)}${clockOffsetMs === undefined ? '' : ` ${clockOffsetMs}`}`;
}

/** Content of the control file that stops a run; samples in flight may take `graceMs`. */
export function stopCommand(graceMs: number): string {
  return `stop ${Math.round(graceMs)}`;
}

/** Current content of the control file; undefined when it does not exist. */
export async function readControl(path: string): Promise<Control | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const [word, number, offset] = text.trim().split(' ');
  switch (word) {
    case 'start':
      return { kind: 'start', atMs: Number(number), clockOffsetMs: Number(offset ?? 0) };
    case 'stop':
      return { kind: 'stop', graceMs: Number(number) };
    default:
      return undefined;
  }
}

/** Waits for the first command; undefined after the timeout. */
export async function awaitControl(path: string, limitMs: number): Promise<Control | undefined> {
  for (const endMs = steadyClock.nowMs() + limitMs; steadyClock.nowMs() < endMs; await delay(lookEveryMs)) {
    const control = await readControl(path);
    if (control) {
      return control;
    }
  }
  return undefined;
}

/** Waits for the stop command and returns its grace; undefined when `signal` aborts or after `limitMs`. */
export async function awaitStop(
  path: string,
  signal: AbortSignal,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<number | undefined> {
  const endMs = steadyClock.nowMs() + limitMs;
  while (!signal.aborted && steadyClock.nowMs() < endMs) {
    const control = await readControl(path);
    if (control?.kind === 'stop') {
      return control.graceMs;
    }
    const waitMs = Math.min(lookWhileRunningMs, endMs - steadyClock.nowMs());
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}
