export type HttpProblem =
  | 'refused'
  | 'unreachable'
  | 'unknown-host'
  | 'connect-timeout'
  | 'read-timeout'
  | 'reset'
  | 'no-ports'
  | 'no-files'
  | 'no-buffers'
  | 'no-network'
  | 'no-response'
  | 'early-end'
  | 'malformed'
  | 'tls'
  | 'no-key'
  | 'aborted';

export class HttpError extends Error {
  readonly problem: HttpProblem;
  readonly systemCode: string;
  /** Addresses of the target, or of the proxy, in Java's notation: `name/address, name/address`. */
  peer = '';
  /** host:port of the proxy, if the connection was to a proxy. */
  hop = '';

  constructor(problem: HttpProblem, message: string, systemCode = '') {
    super(message);
    this.problem = problem;
    this.systemCode = systemCode;
  }
}

/** Maps a socket error to a problem. */
export function problemOf(error: NodeJS.ErrnoException, isConnected: boolean): HttpProblem {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'unknown-host';
    case 'ETIMEDOUT':
      return isConnected ? 'read-timeout' : 'connect-timeout';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'reset';
    case 'EHOSTUNREACH':
      return 'unreachable';
    case 'ENETUNREACH':
      return 'no-network';
    case 'EADDRNOTAVAIL':
      return 'no-ports';
    case 'EMFILE':
    case 'ENFILE':
      return 'no-files';
    case 'ENOBUFS':
      return 'no-buffers';
    default:
      return /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(error.code ?? '') ? 'tls' : 'reset';
  }
}
