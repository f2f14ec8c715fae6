import { HttpError, type HttpProblem } from '../http-error.ts';

/** Exceptions of java.net.HttpURLConnection that differ from those of HttpClient. */
const exceptions: Partial<Record<HttpProblem, readonly [name: string, message: string]>> = {
  refused: ['java.net.ConnectException', 'Connection refused'],
  'connect-timeout': ['java.net.SocketTimeoutException', 'Connect timed out'],
  'no-response': ['java.net.SocketException', 'Unexpected end of file from server'],
  'early-end': ['java.io.IOException', 'Premature EOF'],
  malformed: ['java.io.IOException', 'Invalid Http response'],
};

/** The exception for an error of a connection; undefined where both clients throw the same. */
export function urlConnectionException(
  error: unknown,
  address: string,
): { name: string; message: string } | undefined {
  if (!(error instanceof HttpError)) {
    return undefined;
  }
  if (error.problem === 'unknown-host') {
    return { name: 'java.net.UnknownHostException', message: address.replace(/:\d+$/, '') };
  }
  const [name, message] = exceptions[error.problem] ?? [];
  return name === undefined || message === undefined ? undefined : { name, message };
}
