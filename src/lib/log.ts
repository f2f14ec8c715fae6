import { type Logger, pino } from 'pino';
import { limitRepeated } from './repeated-logs.ts';

/** Structured log: fields, then an event name such as `run.finished`. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: object): Log };

const repeatEveryMs = 60_000;

/** Writes JSON lines to stderr; stdout is for command output. Repeated warnings are rate-limited, see repeated-logs.ts. */
export function createLog(level: string): Log {
  return pino(
    { level, base: undefined, hooks: { logMethod: limitRepeated(repeatEveryMs) } },
    pino.destination({ fd: 2, sync: true }),
  );
}

export const silentLog: Log = pino({ level: 'silent' });
