import { type Logger, pino } from 'pino';

/** Structured log: fields first, then a short sentence. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: object): Log };

/** Writes JSON lines to standard error, so that standard output stays for people and pipes. */
export function createLog(level: string): Log {
  return pino({ level, base: undefined }, pino.destination({ fd: 2, sync: true }));
}

export const silentLog: Log = pino({ level: 'silent' });
