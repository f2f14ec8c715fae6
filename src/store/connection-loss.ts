/**
 * What an error says about the connection: `none` when it is an ordinary answer of the database, `unsent` when the
 * statement certainly never reached it, `unknown` when the connection broke while the statement was under way.
 */
export type ConnectionLoss = 'none' | 'unsent' | 'unknown';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

// Class 08 is "connection exception", 57P01..5 are shutdown, crash, starting up, database dropped, idle session;
// 53300 is "too many connections", which passes.
const serverCodes = /^(08...|57P0[1235]|53300)$/;

// pg has no codes for these.
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Client has encountered a connection error|read E|write E)/;

export function connectionLossOf(error: unknown): ConnectionLoss {
  if (!(error instanceof Error)) return 'none';
  if (error instanceof AggregateError) {
    return error.errors.some((each) => connectionLossOf(each) !== 'none') ? 'unknown' : 'none';
  }
  if (error.message.startsWith('Client has encountered a connection error')) return 'unsent';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (networkCodes.has(code) || serverCodes.test(code) || pgMessages.test(error.message)) return 'unknown';
  return 'none';
}

/** True for errors after which PostgreSQL has rolled the transaction back and asks to try again. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
}

// Out of disk, memory or connections; cancelled or shut down; the system under it failed; read-only; collided; corrupt;
// locked by another session for too long.
const databaseTrouble = /^(53|57|58|40|XX|25006|55P03)/;

/** True for errors that tell of the database's own state and nothing about what it was asked. */
export function isTroubleOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return databaseTrouble.test(code) || connectionLossOf(error) !== 'none';
}
