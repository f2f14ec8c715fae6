import type { Config } from '../../config/config.ts';
import { CliError } from '../cli-error.ts';

interface SystemError extends Error {
  code: string;
  /** Of SQLite, whose locks are used. */
  errcode?: number;
  syscall?: string;
  path?: string;
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'read-only file system',
  ENOSPC: 'disk full',
  ENOENT: 'not found',
  EISDIR: 'is a folder',
  EEXIST: 'is a file',
  ENOTDIR: 'a parent folder is a file',
};

/** Converts start errors that the user can fix into CliError; other errors are returned unchanged. */
export function explainStart(error: unknown, config: Config): unknown {
  if (!(error instanceof Error)) return error;
  const found = hasCode(error)
    ? (aboutAddress(error, config) ??
      aboutCertificate(error, config) ??
      aboutDataFolder(error, config) ??
      aboutDatabaseTls(error, config) ??
      aboutDatabase(error, config))
    : null;
  if (found !== null) return new CliError(...found, { cause: error });
  return withDatabaseReason(error, config);
}

type Explanation = [message: string, hint: string];

function aboutAddress({ code, syscall }: SystemError, { host, port }: Config): Explanation | null {
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null;
  switch (code) {
    case 'EADDRINUSE':
      return [
        `Port ${port} of ${host} is in use by another program.`,
        'Stop that program, or choose another port with SPATE_PORT or --port; 0 selects a free one.',
      ];
    case 'EACCES':
      return [
        `No permission to listen on port ${port} of ${host}.`,
        'Choose a port of 1024 or higher with SPATE_PORT or --port.',
      ];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [
        `Cannot listen on ${host}: it is not an address of this machine.`,
        'Choose an address of this machine with SPATE_HOST or --host, or 0.0.0.0 for all networks.',
      ];
    default:
      return null;
  }
}

function aboutCertificate({ code, path }: SystemError, { tlsCert, tlsKey }: Config): Explanation | null {
  const hint = 'SPATE_TLS_CERT and SPATE_TLS_KEY are paths of a certificate and its key in PEM format.';
  if (code.startsWith('ERR_OSSL') && tlsCert !== null) {
    return code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
      ? [`The key in ${tlsKey} does not match the certificate in ${tlsCert}.`, hint]
      : [`The certificate in ${tlsCert} or the key in ${tlsKey} is not valid PEM.`, hint];
  }
  if (path === undefined || (path !== tlsCert && path !== tlsKey)) return null;
  return [`Cannot read ${path}: ${reasons[code] ?? code}.`, hint];
}

const sqliteFull = 13;

function aboutDataFolder({ code, path, errcode }: SystemError, { dataDir }: Config): Explanation | null {
  // A write to an open file does not name it.
  if ((code === 'ENOSPC' && path === undefined) || errcode === sqliteFull)
    return [
      'A disk is full: the service could not write while it started.',
      `Free space on the disk of the data folder ${dataDir}, or choose another folder with SPATE_DATA_DIR or --data-dir.`,
    ];
  const isOnTheWay = path === dataDir || path?.startsWith(`${dataDir}/`) || dataDir.startsWith(`${path}/`);
  if (path === undefined || !isOnTheWay || !(code in reasons)) return null;
  return [
    `Cannot use the data folder ${dataDir}: ${path}: ${reasons[code]}.`,
    'Choose another folder with SPATE_DATA_DIR or --data-dir, or make it writable for this user.',
  ];
}

/** Codes of OpenSSL and Node.js for a certificate that is not accepted. */
const certificateCodes = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_CERT_)/;

function aboutDatabaseTls({ code, message, path }: SystemError, { databaseUrl }: Config): Explanation | null {
  if (databaseUrl === null) return null;
  const ca = new URLSearchParams(/\?([^#]*)/.exec(databaseUrl)?.[1]).get('sslrootcert');
  if (path !== undefined && path === ca)
    return [
      `Cannot read ${path}: ${reasons[code] ?? code}.`,
      'sslrootcert of DATABASE_URL is the path of a CA certificate in PEM format.',
    ];
  if (!certificateCodes.test(code)) return null;
  return [
    `The certificate of the PostgreSQL server of DATABASE_URL was rejected: ${message}.`,
    ca === null
      ? 'Set sslrootcert=<path> in DATABASE_URL to the CA certificate of the server, in PEM format.'
      : `It must be valid for the host in DATABASE_URL, and signed by the CA in ${ca} (sslrootcert).`,
  ];
}

/** PostgreSQL error codes of a rejected connection: class 28, unknown database, missing privilege. */
function aboutDatabase(error: SystemError, { databaseUrl }: Config): Explanation | null {
  if (databaseUrl === null || !/^(28...|3D000|42501)$/.test(error.code)) return null;
  return [
    `The PostgreSQL server of DATABASE_URL rejected the connection: ${error.message}.`,
    'Fix the permissions there, or DATABASE_URL.',
  ];
}

function withDatabaseReason(error: Error, { databaseUrl }: Config): Error {
  const isUnreachable = error.name === 'AppError' && hasCode(error) && error.code === 'starting';
  if (databaseUrl === null || !isUnreachable || !(error.cause instanceof Error)) return error;
  const { cause } = error;
  return new CliError(
    `Cannot connect to the PostgreSQL server of DATABASE_URL: ${cause.message || (hasCode(cause) ? cause.code : cause.name)}.`,
    'Is it running, and are host and port correct?',
    { cause: error },
  );
}

function hasCode(error: Error): error is SystemError {
  return 'code' in error && typeof error.code === 'string';
}
