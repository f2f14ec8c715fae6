/** What happens to the loops of a user after a sample. */
export type LogicalAction = 'continue' | 'next-thread-loop' | 'next-current-loop' | 'break-current-loop';

export interface AssertionOutcome {
  name: string;
  isFailure: boolean;
  isError: boolean;
  message: string;
  /** JMeter tells apart a message without words, which hides those of later assertions, from none. */
  hasEmptyMessage?: boolean;
}

const noBytes = Buffer.alloc(0);

/** One sample as it is being made: JMeter's SampleResult. Times are epoch milliseconds with fractions. */
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
  /** `text`, `bin` or nothing. */
  dataType = '';
  contentType = '';
  /** The charset that the answer or the sampler named; empty for the default. */
  encoding = '';
  headerBytes = 0;
  bodyBytes = 0;
  /** Of results that are sums of others. */
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
  /** Made by a transaction controller, not by a sampler. */
  isTransaction = false;
  /** The file that a listener has put the body into. */
  declare savedAs?: string;
  #body: Buffer | undefined;
  #text: string | undefined;
  #requestHeaders = '';
  #responseHeaders = '';
  #samplerData: string | undefined;
  /** Names the next sub-sample when those are renamed. */
  #subResultIndex = 0;

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

  /** Whether a sampler has said what it sent, be it nothing. */
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

  /** As SampleResult.getBytesAsLong. */
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

  /** Of an answer whose bytes nobody will ask for. */
  setDecodedBody(text: string): void {
    this.#body = undefined;
    this.#text = text;
  }

  /** As the other has it, which may be as text only. */
  takeBody(other: Result): void {
    this.#body = other.#body;
    this.#text = other.#text;
  }

  addAssertion(outcome: AssertionOutcome): void {
    if (this.assertions === undefined) {
      // With room for one: the first to be pushed would make it for many.
      this.assertions = [outcome];
    } else {
      this.assertions.push(outcome);
    }
  }

  /** As SampleResult.addSubResult, with its sums. Samplers rename their parts, transactions do not. */
  addSubResult(child: Result, isRenamed = false): void {
    this.endMs = Math.max(this.endMs, child.endMs);
    this.otherBytes = this.bytes + child.bytes;
    this.headerBytes += child.headerBytes;
    this.bodyBytes = this.bodySize + child.bodySize;
    this.sentBytes += child.sentBytes;
    this.addRawSubResult(child, isRenamed);
  }

  /** Without the sums. */
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

  /** Of the first assertion that has one, be it empty. */
  get failureMessage(): string {
    return (
      this.assertions?.find(({ message, hasEmptyMessage }) => message !== '' || hasEmptyMessage)?.message ??
      ''
    );
  }
}

/** Java takes it for big-endian unless it begins with a mark. */
function decodeUtf16(body: Buffer): string {
  const isLittle = body[0] === 0xff && body[1] === 0xfe;
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(body);
}

/** What JMeter cannot read by the name of the charset it reads as UTF-8, like what has none. */
function decode(body: Buffer, encoding: string): string {
  const name = encoding.toLowerCase();
  if (name === '' || name === 'utf-8' || name === 'utf8') {
    return body.toString('utf8');
  }
  if (name === 'iso-8859-1' || name === 'latin1') {
    // Not as browsers do, who take it for windows-1252.
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
