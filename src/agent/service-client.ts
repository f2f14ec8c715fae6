import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** URL of the service and its trusted certificate authority. */
export interface ServiceAddress {
  url: string;
  /** The only trusted certificate authority, as PEM; null: the system's. */
  ca: string | null;
}

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Name of the request in errors, if the path contains a secret. */
  name?: string;
  headers?: Record<string, string>;
  body?: string | { stream: Readable; sizeBytes: number };
  signal: AbortSignal;
  idleTimeoutMs?: number;
  /** Called before the request fails because no data arrived for `idleTimeoutMs`. */
  onTimeout?(): void;
  /** Skips TLS verification. Only for fetching the CA certificate, which is verified by its fingerprint. */
  isUnchecked?: boolean;
}

/** The service responded with a status other than 2xx. */
export class RefusedError extends Error {
  readonly status: number;
  /** Error message of the response; empty when it has none. */
  readonly reason: string;

  constructor(status: number, message: string, reason = '') {
    super(message);
    this.name = 'RefusedError';
    this.status = status;
    this.reason = reason;
  }
}

const defaultIdleTimeoutMs = 30_000;
const maxTextBytes = 1024 * 1024;

/** Returns the response with its body unread. Throws RefusedError unless the status is 2xx. */
export async function callService(address: ServiceAddress, call: ServiceRequest): Promise<IncomingMessage> {
  const url = new URL(address.url + call.path);
  const idleTimeoutMs = call.idleTimeoutMs ?? defaultIdleTimeoutMs;
  const name = call.name ?? `${call.method} ${call.path}`;
  const options = {
    method: call.method,
    headers: { ...call.headers, ...lengthOf(call.body) },
    signal: call.signal,
    timeout: idleTimeoutMs,
    agent: false as const,
  };
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { ...options, ...trustOf(address), rejectUnauthorized: !call.isUnchecked })
      : httpRequest(url, options);
  request.on('timeout', () => {
    call.onTimeout?.();
    request.destroy(new Error(`${name}: no data for ${idleTimeoutMs / 1000} s`));
  });
  const answered = answerOf(request);
  const [response] = await Promise.all([answered, sendBody(request, call.body, answered)]);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return response;
  const text = await readText(response).catch(() => '');
  const reason = sentenceIn(text);
  const detail = reason === '' ? '' : `: ${reason}`;
  throw new RefusedError(status, `${name} failed with status ${status}${detail}`, reason);
}

export async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxTextBytes) throw new Error(`The response exceeds ${maxTextBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** TLS options for the certificate authority of the address. */
export function trustOf(address: ServiceAddress): { ca?: string } {
  return address.ca === null ? {} : { ca: address.ca };
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
}

async function sendBody(
  request: ClientRequest,
  body: ServiceRequest['body'],
  answered: Promise<IncomingMessage>,
): Promise<void> {
  if (typeof body === 'object') {
    // A service that rejects early may close before the body is sent: prefer its response to the broken pipe.
    await Promise.race([pipeline(body.stream, request).catch(() => answered), answered]);
    body.stream.destroy();
  } else {
    request.end(body);
  }
}

function lengthOf(body: ServiceRequest['body']): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-length': String(typeof body === 'string' ? Buffer.byteLength(body) : body.sizeBytes) };
}

function sentenceIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'error' in value) return String(value.error);
  } catch {}
  return '';
}
