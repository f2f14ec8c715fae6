import { Logger } from 'graphile-worker';
import type { Log } from '../lib/log.ts';

/** Forwards the log of graphile-worker, one level lower. */
export function workerLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { ...scope, reason: reasonOf(meta) };
    switch (level) {
      case 'error':
        return log.warn(fields, message);
      case 'warning':
        return log.info(fields, message);
      default:
        return log.debug(fields, message);
    }
  });
}

function reasonOf(meta: unknown): string | undefined {
  if (typeof meta !== 'object' || meta === null || !('error' in meta)) return undefined;
  return meta.error instanceof Error ? meta.error.message : undefined;
}
