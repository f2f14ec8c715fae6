import type { AuthExchange } from './auth/auth-exchange.ts';
import type { Connection, Exchange } from './connection.ts';
import type { HttpError } from './http-error.ts';
import { type HttpRequest, wireHead } from './http-request.ts';
import { urlAuthority } from './java-url.ts';

/** The exchange that needs a tunnel. */
export interface TunnelOwner {
  opened(connection: Connection): void;
  /** The proxy requires authentication; it may have closed the connection. */
  askedAgain(connection: Connection): void;
  /** The proxy refused the tunnel; its response is in the connection, which is closed. */
  refused(connection: Connection, head: string): void;
  failed(connection: Connection, error: HttpError): void;
}

/** Opens a tunnel to a server through a proxy. */
export class Tunnel implements Exchange {
  readonly isHeadRequest = false;
  readonly keepsHead = true;
  readonly keepsBody = true;
  readonly responseTimeoutMs: number;
  request = '';
  readonly #asked: HttpRequest;
  readonly #start: string;
  readonly #auth: AuthExchange | undefined;
  readonly #owner: TunnelOwner;
  #head = '';

  constructor(
    { url }: HttpRequest,
    userAgent: string,
    auth: AuthExchange | undefined,
    responseTimeoutMs: number,
    owner: TunnelOwner,
  ) {
    const authority = `${url.host}:${url.port < 0 ? 443 : url.port}`;
    this.#asked = {
      ...{ method: 'CONNECT', url, headers: [], cookies: '', isKeepAlive: true, entity: undefined },
      wireTarget: authority,
    };
    this.#start = `CONNECT ${authority} HTTP/1.1\r\nHost: ${urlAuthority(url)}\r\nUser-Agent: ${userAgent}\r\n`;
    this.#auth = auth;
    this.responseTimeoutMs = responseTimeoutMs;
    this.#owner = owner;
  }

  ask(connection: Connection): void {
    const authorization = this.#auth?.headerFor(this.#asked, false);
    const line = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
    this.#head = `${this.#start}${line}\r\n`;
    this.request = wireHead(this.#head);
    connection.send(this);
  }

  done(connection: Connection): void {
    const { status, head } = connection.parser;
    if (this.#auth?.isAskedAgain(status, head, this.#asked)) {
      this.#owner.askedAgain(connection);
    } else if (status < 300) {
      connection.secure();
      this.#owner.opened(connection);
    } else {
      connection.close();
      this.#owner.refused(connection, this.#head);
    }
  }

  failed(connection: Connection, error: HttpError): void {
    this.#owner.failed(connection, error);
  }
}
