import type { BrowserContext, Request } from 'playwright-core';
import { within } from '../sleep.ts';

export interface NetworkTotals {
  requests: number;
  failedRequests: number;
  bytesIn: number;
  bytesOut: number;
  /** Of the first document that was not only a redirect; '0' when there was none. */
  code: string;
  /** From request to headers, in ms, for each document and for each request. */
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

/** Records what the pages of a user send and receive, step by step. */
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

  /** What came in since the last step belongs to the new one, so that no byte is lost. */
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

  /** A request that the script itself wants stopped is none. */
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

/** A page that goes on to the next drops what it was loading: that is no failure. */
const isCancelled = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED';

function isWholePage(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return false;
  }
}

/** Requests without an answer so far have no time yet. */
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
