import { Result } from '../sampling/result.ts';
import { type JavaUrl, urlText } from './java-url.ts';

const methodsWithoutBody = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/** JMeter's HTTPSampleResult. Texts that few ask for are made when they are asked for. */
export class HttpResult extends Result {
  method = '';
  cookies = '';
  /** What was sent as the body. */
  queryString = '';
  redirectLocation = '';
  /** Undefined when the address could not even be made. */
  location: JavaUrl | undefined;
  /** Request line and headers as they were sent. */
  requestHead = '';
  /** Status line and headers, each with a line feed. */
  responseHead = '';

  setLocation(url: JavaUrl): void {
    this.location = url;
    this.url = urlText(url);
  }

  override get requestHeaders(): string {
    return this.requestHead
      .split('\r\n')
      .slice(1)
      .filter((line) => line !== '' && !/^cookie:/i.test(line))
      .map((line) => `${line}\n`)
      .join('');
  }

  override get responseHeaders(): string {
    return this.responseHead;
  }

  override get samplerData(): string {
    if (!this.location) {
      return this.method === '' ? 'null' : this.method;
    }
    const data = methodsWithoutBody.has(this.method) ? '' : `\n${this.method} data:\n${this.queryString}\n`;
    const cookies = this.cookies === '' ? '\n[no cookies]' : `\nCookie Data:\n${this.cookies}`;
    return `${this.method} ${this.url}\n${data}${cookies}\n`;
  }

  /** `text/html; charset=…`: what kind of data it is, and how it is written. */
  setContentType(type: string): void {
    this.contentType = type;
    this.#setEncodingAndType(type);
  }

  #setEncodingAndType(type: string): void {
    const at = type.toLowerCase().indexOf('charset=');
    if (at >= 0) {
      const charset = type.slice(at + 'charset='.length).split(';', 1)[0] ?? '';
      this.encoding = /^["']/.test(charset) ? charset.slice(1, -1) : charset;
    }
    this.dataType = isBinary(type) ? 'bin' : 'text';
  }

  /** Pages that name their charset only inside are read that far. */
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
    return super.text;
  }

  get isRedirect(): boolean {
    return (
      ['301', '302', '303', '308'].includes(this.code) ||
      (this.code === '307' && (this.method === 'GET' || this.method === 'HEAD'))
    );
  }

  /** What the whole of several requests begins as. */
  copy(): HttpResult {
    const copy = new HttpResult();
    Object.assign(copy, this);
    copy.subResults = this.subResults;
    return copy;
  }

  /** Takes over what people want to see of the last request. */
  takeFrom(last: HttpResult): void {
    this.location = last.location;
    this.url = last.url;
    this.method = last.method;
    this.queryString = last.queryString;
    this.requestHead = last.requestHead;
    this.setBody(last.body);
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
