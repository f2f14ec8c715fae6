/** Effect of a sample on the enclosing loops. */
export type LogicalAction = 'continue' | 'next-thread-loop' | 'next-current-loop' | 'break-current-loop';

export interface AssertionOutcome {
  name: string;
  isFailure: boolean;
  isError: boolean;
  message: string;
  /** An empty message hides the messages of later assertions; undefined does not. */
  hasEmptyMessage?: boolean;
}

const noBytes = Buffer.alloc(0);

/** A sample: JMeter's SampleResult. Times are epoch milliseconds with fractions. */
export class Result {
  label = '';
  startMs = 0;
  endMs = 0;
  idleMs = 0;
  latencyMs = 0;
  connectMs = 0;
  code = '';
  message = '';
  isSuccess = false;
  /** `text`, `bin` or empty. */
  dataType = '';
  contentType = '';
  /** Charset from the response or the sampler; empty: default. */
  encoding = '';
  headerBytes = 0;
  bodyBytes = 0;
  /** For results that aggregate others. */
  otherBytes = 0;
  sentBytes = 0;
  url = '';
  subResults: Result[] | undefined;
  assertions: AssertionOutcome[] | undefined;
  isIgnored = false;
  isThreadStopped = false;
  isTestStopped = false;
  isTestStoppedNow = false;
  action: LogicalAction = 'continue';
  groupUsers = 0;
  allUsers = 0;
  threadName = '';
  /** How long after its intended start it started; negative: it has no intended start. */
  lateMs = -1;
  /** Created by a transaction controller instead of a sampler. */
  isTransaction = false;
  /** File to which a listener has saved the body. */
  declare savedAs?: string;
  #body: Buffer | undefined;
  #text: string | undefined;
  #requestHeaders = '';
  #responseHeaders = '';
  #samplerData: string | undefined;
  /** Index of the next renamed sub-result. */
  #subResultIndex = 0;

  /**
   * Keeps the current response headers, which may be derived from code and message, before a script changes these.
   */
  fixResponseHead(): void {}

  get requestHeaders(): string {
    return this.#requestHeaders;
  }

  set requestHeaders(text: string) {
    this.#requestHeaders = text;
  }

  get responseHeaders(): string {
    return this.#responseHeaders;
  }

  set responseHeaders(text: string) {
    this.#responseHeaders = text;
  }

  get samplerData(): string {
    return this.#samplerData ?? '';
  }

  /** Whether the sampler has set the data it sent, even if empty. */
  get hasSamplerData(): boolean {
    return this.#samplerData !== undefined;
  }

  set samplerData(text: string) {
    this.#samplerData = text;
  }

  get elapsedMs(): number {
    return this.endMs - this.startMs - this.idleMs;
  }

  get body(): Buffer {
    this.#body ??= this.#text === undefined ? noBytes : Buffer.from(this.#text, 'utf8');
    return this.#body;
  }

  get bodySize(): number {
    return this.bodyBytes === 0 ? this.body.length : this.bodyBytes;
  }

  /** Same as SampleResult.getBytesAsLong. */
  get bytes(): number {
    const sum = this.headerBytes + this.bodySize;
    return sum === 0 ? this.otherBytes : sum;
  }

  get text(): string {
    return this.decodedText();
  }

  /** The body as text, decoded once. */
  protected decodedText(): string {
    this.#text ??= decode(this.body, this.encoding);
    return this.#text;
  }

  setBody(body: Buffer): void {
    this.#body = body;
    this.#text = undefined;
  }

  setTextBody(text: string): void {
    this.encoding = 'UTF-8';
    this.setDecodedBody(text);
  }

  /** For responses whose bytes are never read. */
  setDecodedBody(text: string): void {
    this.#body = undefined;
    this.#text = text;
  }

  /** Copies the body of another result, which may be text only. */
  takeBody(other: Result): void {
    this.#body = other.#body;
    this.#text = other.#text;
  }

  addAssertion(outcome: AssertionOutcome): void {
    if (this.assertions === undefined) {
      // With capacity for one: the first push would allocate more.
      this.assertions = [outcome];
    } else {
      this.assertions.push(outcome);
    }
  }

  /** Same as SampleResult.addSubResult, with its sums. Samplers rename sub-results, transactions do not. */
  addSubResult(child: Result, isRenamed = false): void {
    this.endMs = Math.max(this.endMs, child.endMs);
    this.otherBytes = this.bytes + child.bytes;
    this.headerBytes += child.headerBytes;
    this.bodyBytes = this.bodySize + child.bodySize;
    this.sentBytes += child.sentBytes;
    this.addRawSubResult(child, isRenamed);
  }

  /** Adds a sub-result without changing the sums. */
  addRawSubResult(child: Result, isRenamed: boolean): void {
    if (isRenamed) {
      child.label = `${this.label}-${this.#subResultIndex++}`;
    }
    if (this.subResults === undefined) {
      this.subResults = [child];
    } else {
      this.subResults.push(child);
    }
  }

  /** Message of the first assertion that has one, even if empty. */
  get failureMessage(): string {
    return (
      this.assertions?.find(({ message, hasEmptyMessage }) => message !== '' || hasEmptyMessage)?.message ??
      ''
    );
  }
}

/** Java decodes UTF-16 as big-endian unless there is a byte order mark. */
function decodeUtf16(body: Buffer): string {
  const isLittle = body[0] === 0xff && body[1] === 0xfe;
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(body);
}

/** Unknown and missing charsets are decoded as UTF-8, as in JMeter. */
function decode(body: Buffer, encoding: string): string {
  const name = encoding.toLowerCase();
  if (name === '' || name === 'utf-8' || name === 'utf8') {
    return body.toString('utf8');
  }
  if (name === 'iso-8859-1' || name === 'latin1') {
    // Unlike the WHATWG encodings, where this is windows-1252.
    return body.toString('latin1');
  }
  if (name === 'utf-16') {
    return decodeUtf16(body);
  }
  try {
    return new TextDecoder(name, { ignoreBOM: true }).decode(body);
  } catch {
    return body.toString('utf8');
  }
}
