import type { BrowserContext, Request } from 'playwright-core';
import { within } from '../sleep.ts';

export interface NetworkTotals {
  /** All requests, in the order of their start. */
  all: Request[];
  requests: number;
  failedRequests: number;
  bytesIn: number;
  bytesOut: number;
  /** Of the first document that was not a redirect; '0' without one. */
  code: string;
  /** Times from request to headers, in ms, per document and per request. */
  documentTimesMs: number[];
  requestTimesMs: number[];
  /** Whether a document of a whole page was loaded. */
  hasPage: boolean;
}

interface Bucket {
  requests: Request[];
  failed: number;
  bytesIn: number;
  bytesOut: number;
  isOpen: boolean;
}

const settleMs = 1000;

/** Records the network traffic of a user's pages by step. */
export class NetworkRecorder {
  #bucket = emptyBucket(false);
  readonly #ignored = new WeakSet<Request>();
  #settling = new Set<Promise<void>>();

  watch(context: BrowserContext): void {
    context.on('request', (request) => {
      if (this.#bucket.isOpen) this.#bucket.requests.push(request);
    });
    context.on('requestfinished', (request) => this.#own(this.#addBytes(request)));
    context.on('requestfailed', (request) => {
      if (this.#bucket.isOpen && !this.#ignored.has(request) && !isCancelled(request))
        this.#bucket.failed += 1;
    });
  }

  /** Traffic since the last step belongs to the new one, so that no byte is lost. */
  begin(): void {
    const { bytesIn, bytesOut } = this.#bucket;
    this.#bucket = { ...emptyBucket(true), bytesIn, bytesOut };
  }

  async end(): Promise<NetworkTotals> {
    await within(settleMs, Promise.all(this.#settling), undefined);
    const { requests, failed, bytesIn, bytesOut } = this.#bucket;
    this.#bucket = emptyBucket(false);
    const documents = requests.filter((request) => request.resourceType() === 'document');
    return {
      all: requests,
      requests: requests.length,
      failedRequests: failed,
      bytesIn,
      bytesOut,
      code: await firstCode(documents),
      documentTimesMs: documents.flatMap(timeToHeaders),
      requestTimesMs: requests.flatMap(timeToHeaders),
      hasPage: documents.some(isWholePage),
    };
  }

  /** Requests that the script blocks are not counted. */
  ignore(request: Request): void {
    this.#ignored.add(request);
    this.#bucket.requests = this.#bucket.requests.filter((each) => each !== request);
  }

  async #addBytes(request: Request): Promise<void> {
    const sizes = await request.sizes().catch(() => null);
    if (sizes === null) return;
    this.#bucket.bytesIn += Math.max(0, sizes.responseBodySize);
    this.#bucket.bytesOut += Math.max(0, sizes.requestBodySize);
  }

  #own(work: Promise<void>): void {
    this.#settling.add(work);
    void work.finally(() => this.#settling.delete(work));
  }
}

function emptyBucket(isOpen: boolean): Bucket {
  return { requests: [], failed: 0, bytesIn: 0, bytesOut: 0, isOpen };
}

/** A navigation cancels pending requests, which is not a failure. */
export const isCancelled = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED';

function isWholePage(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return false;
  }
}

/** Empty for requests without a response. */
function timeToHeaders(request: Request): number[] {
  const { responseStart } = request.timing();
  return responseStart >= 0 ? [responseStart] : [];
}

async function firstCode(documents: Request[]): Promise<string> {
  const first = documents.find((request) => request.redirectedTo() === null);
  if (first === undefined) return '0';
  const response = await within(settleMs, first.response(), null);
  return response === null ? '0' : String(response.status());
}
