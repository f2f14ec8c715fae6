import { Result } from '../state/result.ts';
import type { JavaUrl } from './java-url.ts';
import { textOf } from './known-url.ts';
import { hasStandIns, inManyLines } from './one-line.ts';

const methodsWithoutBody = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/** JMeter's HTTPSampleResult. Rarely read texts are created lazily. */
export class HttpResult extends Result {
  method = '';
  cookies = '';
  /** The request body, as shown in the sample. */
  queryString = '';
  redirectLocation = '';
  /** Undefined when the URL is invalid. */
  location: JavaUrl | undefined;
  /** Request line and headers as they were sent. */
  requestHead = '';
  /** Request headers of the sample, when they differ from those sent. */
  declare ownHeaders?: { readonly shown: string };
  /** Raw response head, for `responseHead`. */
  #rawHead = '';
  #responseHead: string | undefined;
  #addedData = '';

  constructor(label = '', method = '') {
    super();
    this.label = label;
    this.method = method;
  }

  /** Status line and headers, each with a line feed. */
  get responseHead(): string {
    this.#responseHead ??= this.#rawHead === '' ? '' : headText(this.#rawHead, this.code, this.message);
    return this.#responseHead;
  }

  set responseHead(text: string) {
    this.#responseHead = text;
  }

  /** Called once code and message are set. */
  setRawHead(head: string): void {
    this.#rawHead = head;
    this.#responseHead = undefined;
  }

  /** Fixes the response head to the current code and message, before a failure or a script replaces these. */
  override fixResponseHead(): void {
    this.#responseHead = this.responseHead;
  }

  setLocation(url: JavaUrl): void {
    this.location = url;
    this.url = textOf(url);
  }

  override get requestHeaders(): string {
    if (this.ownHeaders) {
      return this.ownHeaders.shown;
    }
    const lines = this.requestHead
      .split('\r\n')
      .slice(1)
      .filter((line) => line !== '' && !/^cookie:(?!:)/i.test(line))
      .map((line) => `${line}\n`)
      .join('');
    return hasStandIns(lines) ? inManyLines(lines) : lines;
  }

  override set requestHeaders(text: string) {
    this.ownHeaders = { shown: text };
  }

  override get responseHeaders(): string {
    return this.responseHead;
  }

  override set responseHeaders(text: string) {
    this.responseHead = text;
  }

  override get samplerData(): string {
    if (!this.location) {
      return `${this.method === '' ? 'null' : this.method}${this.#addedData}`;
    }
    const data = methodsWithoutBody.has(this.method) ? '' : `\n${this.method} data:\n${this.queryString}\n`;
    const cookies = this.cookies === '' ? '\n[no cookies]' : `\nCookie Data:\n${this.cookies}`;
    return `${this.method} ${this.url}\n${data}${cookies}\n${this.#addedData}`;
  }

  /** Appended to the request, as in JMeter. */
  override set samplerData(text: string) {
    this.#addedData = text;
  }

  /** Sets the data type and encoding from a content type. */
  setContentType(type: string): void {
    this.contentType = type;
    this.#setEncodingAndType(type);
  }

  #setEncodingAndType(type: string): void {
    if (type !== lastType.type) {
      lastType = readType(type);
    }
    this.encoding = lastType.encoding ?? this.encoding;
    this.dataType = lastType.dataType;
  }

  /** The body as text. The charset of an HTML page is read from the page when no header has it. */
  override get text(): string {
    if (this.encoding === '' && this.contentType.startsWith('text/html')) {
      const start = this.body.toString('utf8', 0, 2000);
      const tag = '<meta http-equiv="content-type" content="';
      const at = start.toLowerCase().indexOf(tag);
      const end = at < 0 ? -1 : start.indexOf('"', at + tag.length);
      if (end >= 0) {
        this.#setEncodingAndType(start.slice(at + tag.length, end));
      }
    }
    // Not `super.text`, which is many times slower.
    return this.decodedText();
  }

  get isRedirect(): boolean {
    return (
      this.code.charCodeAt(0) === 0x33 &&
      (['301', '302', '303', '308'].includes(this.code) ||
        (this.code === '307' && (this.method === 'GET' || this.method === 'HEAD')))
    );
  }

  /** A copy without the body, with the same sub-results array: the start of a parent result or of a failed result. */
  copy(): HttpResult {
    const copy = new HttpResult();
    Object.assign(copy, this);
    copy.responseHead = this.responseHead;
    copy.subResults = this.subResults;
    return copy;
  }

  /** Copies the visible fields of the last request. */
  takeFrom(last: HttpResult): void {
    this.location = last.location;
    this.url = last.url;
    this.method = last.method;
    this.queryString = last.queryString;
    this.requestHead = last.requestHead;
    if (last.ownHeaders) {
      this.ownHeaders = last.ownHeaders;
    }
    this.takeBody(last);
    this.code = last.code;
    this.isSuccess = last.isSuccess;
    this.message = last.message;
    this.dataType = last.dataType;
    this.responseHead = last.responseHead;
    this.contentType = last.contentType;
    this.encoding = last.encoding;
  }
}

const textAllTheSame = ['audio/x-mpegurl', 'audio/mpegurl', 'video/f4m', 'image/svg+xml'];

function isBinary(type: string): boolean {
  return !textAllTheSame.some((each) => type.startsWith(each)) && /^(?:image|audio|video)\//.test(type);
}

interface ContentType {
  readonly type: string;
  /** Undefined without a charset. */
  readonly encoding: string | undefined;
  readonly dataType: 'text' | 'bin';
}

/** Caches the last value, which rarely changes. */
let lastType: ContentType = { type: '', encoding: undefined, dataType: 'text' };

function readType(type: string): ContentType {
  const at = type.toLowerCase().indexOf('charset=');
  const charset = at < 0 ? undefined : (type.slice(at + 'charset='.length).split(';', 1)[0] ?? '');
  return {
    type,
    encoding: charset !== undefined && /^["']/.test(charset) ? charset.slice(1, -1) : charset,
    dataType: isBinary(type) ? 'bin' : 'text',
  };
}

function headText(head: string, code: string, message: string): string {
  const lines = headLines(head);
  return `HTTP/${head.slice(5, 8)} ${code} ${message}\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** The lines of a head without the status line. */
export const headLines = (head: string) => head.split(/\r?\n/).slice(1);
