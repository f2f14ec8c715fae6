import { type LookupAddress, type LookupAllOptions, lookup as lookupDns } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

export interface OutboundRequest {
  method: 'GET' | 'POST';
  /** http or https; a user name and password are sent as HTTP Basic authentication. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Of the whole exchange. */
  timeoutMs: number;
  /** Larger responses are an error. */
  maxBytes: number;
}

export interface OutboundResponse {
  status: number;
  body: Buffer;
}

/** Requests to addresses that users choose. */
export interface Outbound {
  /** Throws an OutboundError for a URL that no request can use. Names are resolved by `fetch`. */
  check(url: string): URL;
  /** Throws an OutboundError unless a complete response arrives. */
  fetch(request: OutboundRequest): Promise<OutboundResponse>;
}

/** The message contains no path and no query of the URL: they may be secret. */
export class OutboundError extends Error {
  /** The address is not allowed, so a retry fails as well. */
  readonly isRefused: boolean;

  constructor(
    message: string,
    { isRefused = false, ...options }: ErrorOptions & { isRefused?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'OutboundError';
    this.isRefused = isRefused;
  }
}

/** What to do about a redirect, as a further sentence; empty for other statuses. */
export function redirectHint(status: number): string {
  return status >= 300 && status < 400 ? ' Redirects are not followed: use the final address.' : '';
}

export type IsAddressAllowed = (address: string, port: number) => boolean;
export type ResolveAll = (
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

interface OutboundOptions {
  isAllowed: IsAddressAllowed;
  /** Added to the message of a refused address, such as the option that permits it. */
  hint: string;
  resolve?: ResolveAll;
}

/**
 * Connects to allowed addresses only. A name is resolved once and the connection uses the addresses that were checked, so a
 * second answer of DNS cannot redirect it. Redirects are not followed.
 */
export function createOutbound({
  isAllowed,
  hint,
  resolve = lookupDns as ResolveAll,
}: OutboundOptions): Outbound {
  const refused = (what: string) =>
    new OutboundError(`${what} is not an allowed address. ${hint}`, { isRefused: true });

  function check(text: string): URL {
    const url = URL.parse(text);
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new OutboundError('The address must be a URL that starts with https:// or http://.', {
        isRefused: true,
      });
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const address = host === 'localhost' ? '127.0.0.1' : host;
    if (isIP(address) !== 0 && !isAllowed(address, portOf(url))) throw refused(host);
    return url;
  }

  async function fetchOutbound(request: OutboundRequest): Promise<OutboundResponse> {
    const { method, url, headers = {}, body, timeoutMs, maxBytes } = request;
    const target = check(url);
    const port = portOf(target);
    const lookup: LookupFunction = (name, options, done) => {
      resolve(name, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, []);
        const allowed = addresses.filter(({ address }) => isAllowed(address, port));
        const [first] = allowed;
        if (!first)
          return done(refused(`${name} (${addresses.map(({ address }) => address).join(', ')})`), []);
        if (options.all) done(null, allowed);
        else done(null, first.address, first.family);
      });
    };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await new Promise<IncomingMessage>((settle, fail) => {
        const send = target.protocol === 'https:' ? requestHttps : requestHttp;
        const sent = send(target, {
          method,
          headers: { ...headers, ...lengthOf(body) },
          lookup,
          signal,
          agent: false,
        });
        sent.on('response', settle).on('error', fail).end(body);
      });
      return { status: response.statusCode ?? 0, body: await readBody(response, maxBytes) };
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      const reason = signal.aborted ? `no response within ${timeoutMs / 1000} s` : reasonOf(error);
      throw new OutboundError(`${target.host}: ${reason}.`, { cause: error });
    }
  }

  return { check, fetch: fetchOutbound };
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

function lengthOf(body: string | Buffer | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  // An AggregateError of all addresses has an empty message.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return (first instanceof Error ? first.message : String(first)).replace(/\.$/, '');
}
