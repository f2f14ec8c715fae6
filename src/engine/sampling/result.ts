/** What happens to the loops of a user after a sample. */
export type LogicalAction = 'continue' | 'next-thread-loop' | 'next-current-loop' | 'break-current-loop';

export interface AssertionOutcome {
  name: string;
  isFailure: boolean;
  isError: boolean;
  message: string;
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
  requestHeaders = '';
  responseHeaders = '';
  samplerData = '';
  url = '';
  body: Buffer = noBytes;
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
  #text: string | undefined;

  get elapsedMs(): number {
    return this.endMs - this.startMs - this.idleMs;
  }

  /** As SampleResult.getBytesAsLong. */
  get bytes(): number {
    const sum = this.headerBytes + (this.bodyBytes === 0 ? this.body.length : this.bodyBytes);
    return sum === 0 ? this.otherBytes : sum;
  }

  /** The body as text, decoded once. */
  get text(): string {
    this.#text ??= decode(this.body, this.encoding);
    return this.#text;
  }

  setBody(body: Buffer): void {
    this.body = body;
    this.#text = undefined;
  }

  setTextBody(text: string): void {
    this.body = Buffer.from(text, 'utf8');
    this.encoding = 'UTF-8';
    this.#text = text;
  }

  addAssertion(outcome: AssertionOutcome): void {
    this.assertions ??= [];
    this.assertions.push(outcome);
  }

  /** As SampleResult.addRawSubResult with its sums. */
  addSubResult(child: Result): void {
    this.subResults ??= [];
    this.subResults.push(child);
    this.endMs = Math.max(this.endMs, child.endMs);
    this.otherBytes += child.bytes;
    this.headerBytes += child.headerBytes;
    this.bodyBytes += child.bodyBytes === 0 ? child.body.length : child.bodyBytes;
    this.sentBytes += child.sentBytes;
  }

  get failureMessage(): string {
    return this.assertions?.find((outcome) => outcome.message !== '')?.message ?? '';
  }
}

/** JMeter's default for answers that name no charset is ISO-8859-1, which Java reads without windows-1252's extras. */
function decode(body: Buffer, encoding: string): string {
  const name = encoding.toLowerCase();
  if (name === '' || name === 'iso-8859-1' || name === 'latin1') {
    return body.toString('latin1');
  }
  if (name === 'utf-8' || name === 'utf8') {
    return body.toString('utf8');
  }
  try {
    return new TextDecoder(name).decode(body);
  } catch {
    return body.toString('utf8');
  }
}
