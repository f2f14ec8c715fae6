import { grownCapacity, hashOrder } from '../../../languages/java/hash-order.ts';
import { JavaException } from '../http-failure.ts';
import type { HeaderLine, HttpRequest } from '../http-request.ts';
import { type JavaUrl, urlAuthority } from '../java-url.ts';

const accept = 'text/html, image/gif, image/jpeg, */*; q=0.2';

/** Request headers of java.net.HttpURLConnection: a name may repeat, and its last value counts. */
export class RequestHeaders {
  readonly #lines: HeaderLine[];
  /** From an authorization manager. */
  readonly #authorization: string | undefined;

  constructor(lines: readonly HeaderLine[], authorization?: string) {
    this.#lines = [...lines];
    this.#authorization = authorization;
  }

  /** The headers that JMeter sets before it connects. */
  static of(request: HttpRequest): RequestHeaders {
    const { headers, cookies, authorization, entity } = request;
    const connection: HeaderLine = ['Connection', request.isKeepAlive ? 'keep-alive' : 'close'];
    const all = new RequestHeaders([connection], authorization);
    for (const [name, value] of headers) {
      checkHeader(name, value);
      all.#lines.push([name, value]);
    }
    if (cookies !== '') {
      all.#set('Cookie', cookies);
    }
    if (authorization !== undefined) {
      all.#set('Authorization', authorization);
    }
    if (entity) {
      if (entity.type !== '') {
        all.#set('Content-Type', entity.type);
      }
      all.#set('Content-Length', String(entity.bytes.length));
    }
    return all;
  }

  /** The head as it is sent, with the headers that Java adds. */
  wireHead({ method, url, entity }: HttpRequest, userAgent: string): string {
    const all = new RequestHeaders(this.#lines);
    all.#setIfMissing('User-Agent', userAgent);
    all.#setIfMissing('Host', hostOf(url));
    all.#setIfMissing('Accept', accept);
    if (entity && method !== 'PUT') {
      all.#setIfMissing('Content-type', 'application/x-www-form-urlencoded');
    }
    const lines = all.#lines.filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
    return `${method} ${fileOf(url)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  }

  /** The headers of the sample: without cookies, in the order of Java's hash map. */
  get shown(): string {
    const values = new Map<string, string[]>();
    for (const [name, value] of this.#lines.toReversed()) {
      if (!/^(?:authorization|proxy-authorization)$/i.test(name)) {
        const known = values.get(name);
        if (known) {
          known.push(value);
        } else {
          values.set(name, [value]);
        }
      }
    }
    const lines = hashOrder([...values], grownCapacity(values.size))
      .filter(([name]) => name.toLowerCase() !== 'cookie')
      .flatMap(([name, all]) => all.map((value) => `${name}: ${value}\n`));
    const own = this.#authorization === undefined ? '' : `Authorization: ${this.#authorization}\n`;
    return `${lines.join('')}${own}`;
  }

  /** Replaces the value of the last header of that name, keeping the spelling of the name, or adds a header. */
  #set(name: string, value: string): void {
    const lower = name.toLowerCase();
    const at = this.#lines.findLastIndex(([each]) => each.toLowerCase() === lower);
    const known = this.#lines[at];
    if (known) {
      this.#lines[at] = [known[0], value];
    } else {
      this.#lines.push([name, value]);
    }
  }

  #setIfMissing(name: string, value: string): void {
    const lower = name.toLowerCase();
    if (!this.#lines.some(([each]) => each.toLowerCase() === lower)) {
      this.#lines.push([name, value]);
    }
  }
}

function checkHeader(name: string, value: string): void {
  const [what, text] = /[\n:]/.test(name)
    ? ['field', name]
    : /\n(?![ \t])/.test(value)
      ? ['value', value]
      : [];
  if (text !== undefined) {
    throw new JavaException(
      'java.lang.IllegalArgumentException',
      `Illegal character(s) in message header ${what}: ${text}`,
    );
  }
}

/** Path and query as in the URL: nothing is escaped. */
function fileOf({ path, query }: JavaUrl): string {
  const file = query === undefined ? path : `${path}?${query}`;
  if (file.includes('\n')) {
    throw new JavaException('java.net.MalformedURLException', 'Illegal character in URL');
  }
  return file.startsWith('/') ? file : file === '' || file.startsWith('?') ? `/${file}` : file;
}

function hostOf(url: JavaUrl): string {
  const isDefault = url.port === (url.protocol === 'https' ? 443 : 80);
  return isDefault ? url.host : urlAuthority(url);
}
