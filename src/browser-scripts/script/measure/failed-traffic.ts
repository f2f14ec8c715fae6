import type { Request, Response } from 'playwright-core';
import { type ErrorSample, maxBodyLength, maxHeadLength } from '../../../domain/error-sample.ts';
import { within } from '../sleep.ts';
import { isCancelled } from './network-recorder.ts';

export type Exchange = Pick<
  ErrorSample,
  | 'latencyMs'
  | 'connectMs'
  | 'requestHead'
  | 'requestBody'
  | 'responseHead'
  | 'responseBody'
  | 'responseBytes'
>;

/** Traffic of the pages of a failed step. */
export interface FailedTraffic {
  /** URL of the page on which the step failed. */
  url: string;
  /** Null when no request of the step can explain the failure. */
  exchange: (Exchange & { url: string }) | null;
  /** One line for each failed or unanswered request. */
  failedRequests: string[];
}

/** The browser may be lost or busy. */
const timeoutMs = 1000;
const maxFailedRequests = 50;
const maxUrlLength = 500;
/** Larger responses are not fetched from the browser, because only their beginning is kept. */
const maxFetchedBytes = 2 * 2 ** 20;

/** Reads the traffic of a failed step from the browser. Never throws, and takes a few seconds at most. */
export async function readFailedTraffic(
  requests: readonly Request[],
  pageUrl: string,
): Promise<FailedTraffic> {
  const failed = requests.filter((request) => problemOf(request) !== null);
  const subject = subjectOf(requests, failed);
  return {
    url: pageUrl,
    exchange: subject === undefined ? null : { url: subject.url(), ...(await readExchange(subject)) },
    failedRequests: failed
      .slice(0, maxFailedRequests)
      .map((request) => `${problemOf(request)} ${request.method()} ${request.url().slice(0, maxUrlLength)}`),
  };
}

/** The first failed document, else the last document, else the first failed request. */
function subjectOf(requests: readonly Request[], failed: readonly Request[]): Request | undefined {
  const isDocument = (request: Request) => request.resourceType() === 'document';
  return failed.find(isDocument) ?? requests.findLast(isDocument) ?? failed[0];
}

/** The error or status of a failed request; null for others. */
function problemOf(request: Request): string | null {
  const failure = request.failure();
  if (failure !== null) return isCancelled(request) ? null : failure.errorText;
  const response = request.existingResponse();
  if (response === null) return 'unanswered';
  return response.status() >= 400 ? String(response.status()) : null;
}

async function readExchange(request: Request): Promise<Exchange> {
  const response = request.existingResponse();
  const { connectStart, connectEnd, responseStart } = request.timing();
  const requestHeaders = await within(timeoutMs, request.headersArray(), []);
  return {
    latencyMs: Math.max(0, responseStart),
    connectMs: connectStart < 0 ? 0 : Math.max(0, connectEnd - connectStart),
    requestHead: head(`${request.method()} ${request.url()}`, requestHeaders),
    requestBody: (request.postData() ?? '').slice(0, maxBodyLength),
    ...(response === null ? noResponse : await readResponse(request, response)),
  };
}

const noResponse = { responseHead: '', responseBody: '', responseBytes: 0 };

async function readResponse(request: Request, response: Response) {
  const headers = await within(timeoutMs, response.headersArray(), []);
  const version = await within(timeoutMs, response.httpVersion(), 'HTTP');
  const sizes = await within(timeoutMs, request.sizes(), null);
  const sizeBytes = Math.max(0, sizes?.responseBodySize ?? 0);
  const isFetched = isText(response) && sizeBytes <= maxFetchedBytes;
  const body = isFetched ? await within(timeoutMs, response.body(), null) : null;
  return {
    responseHead: head(`${version} ${response.status()} ${response.statusText()}`.trimEnd(), headers),
    responseBody: body === null ? '' : body.toString('utf8', 0, maxBodyLength * 4).slice(0, maxBodyLength),
    responseBytes: body?.length ?? sizeBytes,
  };
}

function isText(response: Response): boolean {
  return /^text\/|json|xml|javascript|urlencoded/i.test(response.headers()['content-type'] ?? 'text/plain');
}

function head(line: string, headers: readonly { name: string; value: string }[]): string {
  return [line, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n').slice(0, maxHeadLength);
}
