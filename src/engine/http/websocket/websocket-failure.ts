/**
 * `io`: an IOException. `timeout`: a SocketTimeoutException. `upgrade`: an HttpUpgradeException. `other`: any other
 * exception, whose message starts with its class.
 */
export type WebSocketProblem = 'io' | 'timeout' | 'upgrade' | 'other';

/** An exception of the WebSocket plugin or of Java, with its message. */
export class WebSocketFailure extends Error {
  readonly problem: WebSocketProblem;
  /** Status of a rejected upgrade; empty: none. */
  readonly status: string;

  constructor(problem: WebSocketProblem, message: string, status = '') {
    super(message);
    this.problem = problem;
    this.status = status;
  }
}

export const readTimedOut = () => new WebSocketFailure('timeout', 'Read timed out');

/** The failure that Java reports for an error of a socket. */
export function socketFailure(
  { code = '', syscall = '', message }: NodeJS.ErrnoException,
  host: string,
): WebSocketFailure {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new WebSocketFailure('io', host);
  }
  if (code === 'ECONNRESET') {
    return new WebSocketFailure('io', syscall === 'write' ? 'Connection reset by peer' : 'Connection reset');
  }
  if (/^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(code)) {
    // Java reports this instead of the exception of the handshake, which writing the upgrade request discards.
    return new WebSocketFailure('io', 'Socket is closed');
  }
  return new WebSocketFailure('io', messages[code] ?? message);
}

const messages: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'Cannot assign requested address',
  ECONNREFUSED: 'Connection refused',
  EHOSTUNREACH: 'No route to host',
  EMFILE: 'Too many open files',
  ENETUNREACH: 'Network is unreachable',
  ENFILE: 'Too many open files',
  ENOBUFS: 'No buffer space available',
  EPIPE: 'Broken pipe',
  ETIMEDOUT: 'Connection timed out',
};
