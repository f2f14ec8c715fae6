import { AppError } from '../domain/errors.ts';

/**
 * Connection state after an error. `none`: a regular error response of the database. `unsent`: the statement never
 * reached it. `unknown`: the connection broke while the statement was in progress.
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
// 53300 is "too many connections", which is transient.
const serverCodes = /^(08...|57P0[1235]|53300)$/;

// The server rolled the transaction back and closed the connection, before it read the statement.
const idleInTransaction = '25P03';

// pg reports these without a code.
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Client has encountered a connection error|read E|write E)/;

export function connectionLossOf(error: unknown): ConnectionLoss {
  if (!(error instanceof Error)) return 'none';
  if (error instanceof AggregateError) {
    return error.errors.some((each) => connectionLossOf(each) !== 'none') ? 'unknown' : 'none';
  }
  if (error.message.startsWith('Client has encountered a connection error')) return 'unsent';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === idleInTransaction) return 'unsent';
  // A file of the URL, such as sslrootcert; sockets have other system calls.
  if ('syscall' in error && error.syscall === 'open') return 'none';
  if (networkCodes.has(code) || serverCodes.test(code) || pgMessages.test(error.message)) return 'unknown';
  return 'none';
}

/** Serialization failures and deadlocks: PostgreSQL rolled the transaction back; retry it. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
}

// Insufficient resources; cancelled or shut down; system error; transaction conflict; internal error; read-only;
// lock timeout.
const databaseTrouble = /^(53|57|58|40|XX|25006|55P03)/;

/** Errors caused by the state of the database, not by the statement. */
export function isTroubleOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return databaseTrouble.test(code) || connectionLossOf(error) !== 'none';
}

/** Error of a statement or a start that gave up after repetitions. */
export function databaseUnreachable(cause: unknown): AppError {
  return new AppError('starting', 'The database is unreachable. Retry in a few seconds.', [], { cause });
}
