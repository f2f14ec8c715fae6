import type { Config } from '../../config/config.ts';
import { CliError } from '../cli-error.ts';

interface SystemError extends Error {
  code: string;
  syscall?: string;
  path?: string;
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not',
  EPERM: 'it belongs to somebody else',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  ENOENT: 'it is not there',
  EISDIR: 'it is a folder',
  EEXIST: 'it is a file',
  ENOTDIR: 'something on the way to it is a file',
};

/** Turns what a person can mend by another option into a sentence and a hint; everything else stays as it is. */
export function explainStart(error: unknown, config: Config): unknown {
  if (!(error instanceof Error)) return error;
  const found = hasCode(error)
    ? (aboutAddress(error, config) ??
      aboutCertificate(error, config) ??
      aboutDataFolder(error, config) ??
      aboutDatabase(error, config))
    : null;
  if (found !== null) return new CliError(...found, { cause: error });
  return error.cause instanceof Error && error.name === 'AppError'
    ? withDatabaseReason(error, error.cause, config)
    : error;
}

type Explanation = [message: string, hint: string];

function aboutAddress({ code, syscall }: SystemError, { host, port }: Config): Explanation | null {
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null;
  switch (code) {
    case 'EADDRINUSE':
      return [
        `Port ${port} of ${host} is in use by another program.`,
        'Stop that one, or choose another with SPATE_PORT or --port; 0 takes a free one.',
      ];
    case 'EACCES':
      return [
        `This user may not listen on port ${port} of ${host}.`,
        'Choose a port from 1024 on with SPATE_PORT or --port.',
      ];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [
        `This machine has no address ${host} to listen on.`,
        'Choose one of its own with SPATE_HOST or --host, or 0.0.0.0 for every network.',
      ];
    default:
      return null;
  }
}

function aboutCertificate({ code, path }: SystemError, { tlsCert, tlsKey }: Config): Explanation | null {
  const hint = 'SPATE_TLS_CERT and SPATE_TLS_KEY name a certificate and its key, both as PEM.';
  if (code.startsWith('ERR_OSSL') && tlsCert !== null) {
    return code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
      ? [`The key in ${tlsKey} does not belong to the certificate in ${tlsCert}.`, hint]
      : [`The certificate in ${tlsCert} or the key in ${tlsKey} is not PEM, or is damaged.`, hint];
  }
  if (path === undefined || (path !== tlsCert && path !== tlsKey)) return null;
  return [`${path} cannot be read: ${reasons[code] ?? code}.`, hint];
}

function aboutDataFolder({ code, path }: SystemError, { dataDir }: Config): Explanation | null {
  const isOnTheWay = path === dataDir || path?.startsWith(`${dataDir}/`) || dataDir.startsWith(`${path}/`);
  if (path === undefined || !isOnTheWay || !(code in reasons)) return null;
  return [
    `The data folder ${dataDir} cannot be used. ${path}: ${reasons[code]}.`,
    'Choose another with SPATE_DATA_DIR or --data-dir, or make it writable for this user.',
  ];
}

/** Answers of a PostgreSQL to somebody it does not let in: class 28, an unknown database, and a right that is missing. */
function aboutDatabase(error: SystemError, { databaseUrl }: Config): Explanation | null {
  if (databaseUrl === null || !/^(28...|3D000|42501)$/.test(error.code)) return null;
  return [`The PostgreSQL of DATABASE_URL refuses: ${error.message}.`, 'Mend that, or DATABASE_URL.'];
}

function withDatabaseReason(error: Error, cause: Error, { databaseUrl }: Config): Error {
  if (databaseUrl === null || !hasCode(cause)) return error;
  return new CliError(
    `The PostgreSQL of DATABASE_URL cannot be reached: ${cause.message || cause.code}.`,
    'Is it running, and are host and port right?',
    { cause: error },
  );
}

function hasCode(error: Error): error is SystemError {
  return 'code' in error && typeof error.code === 'string';
}
