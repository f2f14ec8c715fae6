import type { Route } from './connection.ts';
import { HttpError } from './http-error.ts';
import type { HttpResult } from './http-result.ts';
import { UriSyntax } from './java-uri.ts';
import { MalformedUrl } from './java-url.ts';
import { knownMessage } from './names.ts';
import { tlsAlert } from './tls-alerts.ts';
import { urlConnectionException } from './url-connection/url-connection-failure.ts';

/** Fills a failed result with the text of JMeter's exception. */
export function failResult(
  result: HttpResult,
  error: unknown,
  address: string,
  isOfUrlConnection = false,
): void {
  if (isOfPort(error)) {
    // Java detects this after the name lookup, and JMeter then shows no request data.
    result.requestHead = '';
    result.connectMs = Math.max(0, result.endMs - result.startMs);
  }
  const own = isOfUrlConnection ? urlConnectionException(error, address) : undefined;
  const { name, message } = own ?? javaException(error, address);
  result.dataType = 'text';
  // JMeter shows a Java stack trace here; the engine, its first line.
  result.setBody(Buffer.from(`${name}: ${message}\n`));
  result.code = `Non HTTP response code: ${name}`;
  result.message = `Non HTTP response message: ${message}`;
  result.isSuccess = false;
}

/** The request target, as in JMeter's messages. */
export const addressOf = ({ serverName, port }: Route): string => `${serverName}:${port}`;

export const resetByPeer = 'Connection reset by peer';

const chunkProblem = /^(?:Bad chunk header|CRLF expected|Unexpected content)/;

/** `address` is host:port. */
function javaException(error: unknown, address: string): { name: string; message: string } {
  if (error instanceof UriSyntax) {
    return { name: 'java.net.URISyntaxException', message: error.message };
  }
  if (error instanceof MalformedUrl) {
    return { name: 'java.net.MalformedURLException', message: error.message };
  }
  if (error instanceof JavaException) {
    return { name: error.javaClass, message: error.message };
  }
  if (isOfPort(error)) {
    const port = /\((\d+)\)/.exec(error.message)?.[1] ?? '';
    return { name: 'java.lang.IllegalArgumentException', message: `port out of range:${port}` };
  }
  if (!(error instanceof HttpError)) {
    return unexpected(error instanceof Error ? error.message : String(error));
  }
  const hop = error.hop || address;
  const host = hop.replace(/:\d+$/, '');
  const to = `Connect to ${hop} [${error.peer || `${host}/${host}`}] failed: `;
  switch (error.problem) {
    case 'refused':
      return { name: 'org.apache.http.conn.HttpHostConnectException', message: `${to}Connection refused` };
    case 'connect-timeout':
      return { name: 'org.apache.http.conn.ConnectTimeoutException', message: `${to}Connect timed out` };
    case 'unknown-host':
      return { name: 'java.net.UnknownHostException', message: `${host}${unknownWhy(error)}` };
    case 'unreachable':
      return { name: 'java.net.NoRouteToHostException', message: 'No route to host' };
    case 'read-timeout':
      return { name: 'java.net.SocketTimeoutException', message: 'Read timed out' };
    case 'no-response':
      return { name: 'org.apache.http.NoHttpResponseException', message: `${address} failed to respond` };
    case 'early-end':
    case 'malformed':
      if (chunkProblem.test(error.message)) {
        return { name: 'org.apache.http.MalformedChunkCodingException', message: error.message };
      }
      if (error.problem === 'early-end') {
        const isChunk = error.message.startsWith('Truncated chunk');
        const name = isChunk ? 'TruncatedChunkException' : 'ConnectionClosedException';
        return { name: `org.apache.http.${name}`, message: error.message };
      }
      return { name: 'org.apache.http.client.ClientProtocolException', message: 'null' };
    case 'tls':
      return tlsFailure(error);
    case 'no-key':
      return { name: 'javax.net.ssl.SSLException', message: error.message };
    case 'aborted':
      return { name: 'java.net.SocketException', message: 'Socket closed' };
    case 'no-network':
      return { name: 'java.net.SocketException', message: 'Network is unreachable' };
    case 'no-ports':
      return { name: 'java.net.BindException', message: 'Cannot assign requested address' };
    case 'no-files':
      return { name: 'java.net.SocketException', message: 'Too many open files' };
    case 'no-buffers':
      return { name: 'java.net.SocketException', message: 'No buffer space available' };
    case 'reset':
      // Java reports a reset as the first message when it writes, and as the second when it reads.
      return {
        name: 'java.net.SocketException',
        message: error.message === resetByPeer ? resetByPeer : 'Connection reset',
      };
  }
}

const isOfPort = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SOCKET_BAD_PORT';

/** Any other error: fails only this sample. Messages of functions start with the class of a Java exception. */
function unexpected(text: string): { name: string; message: string } {
  const [, name = 'java.lang.IllegalStateException', message = text] =
    /^((?:\w+\.)+\w+(?:Exception|Error)): (.*)$/s.exec(text) ?? [];
  return { name, message };
}

function unknownWhy({ message, systemCode }: HttpError): string {
  if (message === knownMessage) {
    return '';
  }
  return systemCode === 'EAI_AGAIN'
    ? ': Temporary failure in name resolution'
    : ': Name or service not known';
}

function tlsFailure({ systemCode, message }: HttpError): { name: string; message: string } {
  const alert = tlsAlert(message);
  if (alert) {
    return alert;
  }
  return /WRONG_VERSION_NUMBER|PACKET_LENGTH|EPROTO/.test(systemCode)
    ? { name: 'javax.net.ssl.SSLException', message: 'Unsupported or unrecognized SSL message' }
    : { name: 'javax.net.ssl.SSLHandshakeException', message };
}

/** Warning that the load generator, not the target, has run out of a resource; undefined for other errors. */
export function shortageWarning({ problem }: HttpError): string | undefined {
  const shortage = shortages[problem];
  return shortage === undefined
    ? undefined
    : `The node has run out of ${shortage}: requests failed that the target never saw. Use more nodes, or keep connections open.`;
}

const shortages: Partial<Record<HttpError['problem'], string>> = {
  'no-ports': 'ports',
  'no-files': 'open files',
  'no-buffers': 'network buffers',
};

/** An exception of Java, HttpClient or JMeter that the engine reproduces. */
export class JavaException extends Error {
  readonly javaClass: string;

  constructor(javaClass: string, message: string) {
    super(message);
    this.javaClass = javaClass;
  }
}
