import { type Logger, pino } from 'pino';
import { limitRepeated } from './repeated-logs.ts';

/** Structured log: fields first, then a short sentence. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: object): Log };

const repeatEveryMs = 60_000;

/** Writes JSON lines to standard error, so that standard output stays for people and pipes. A repeated warning is held back, see repeated-logs.ts. */
export function createLog(level: string): Log {
  return pino(
    { level, base: undefined, hooks: { logMethod: limitRepeated(repeatEveryMs) } },
    pino.destination({ fd: 2, sync: true }),
  );
}

export const silentLog: Log = pino({ level: 'silent' });
