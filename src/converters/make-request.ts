import {
  type PlannedRequest,
  type RequestBody,
  type RequestMethod,
  requestMethods,
} from '../contract/resources/plan-conversion.ts';
import { broken } from './conversion.ts';

export type NewRequest = Pick<PlannedRequest, 'method' | 'url'> & Partial<PlannedRequest>;

/** A request with defaults for all missing properties. */
export function makeRequest(request: NewRequest): PlannedRequest {
  return {
    name: nameOf(request.method, request.url),
    enabled: true,
    group: null,
    headers: [],
    body: null,
    weight: 1,
    pause_ms: 0,
    checks: [],
    extractors: [],
    ...request,
  };
}

export const textBody = (text: string): RequestBody => ({ kind: 'text', text, fields: [] });

export function formBody(pairs: Iterable<readonly [name: string, value: string]>): RequestBody {
  const fields = Array.from(pairs, ([name, value]) => ({ name, value, file: null, type: null }));
  return { kind: 'form', text: '', fields };
}

/** Method and path, used as label. */
export function nameOf(method: string, url: string): string {
  const path = url
    .replace(/^https?:\/\/[^/?#]*/, '')
    .replace(/[?#].*$/s, '')
    .slice(0, 200);
  return `${method} ${path === '' ? '/' : path}`;
}

/** Throws if JMeter cannot send the method. */
export function methodOf(text: string): RequestMethod {
  const upper = text.toUpperCase();
  const found = requestMethods.find((method) => method === upper);
  if (found) return found;
  throw broken(`"${text.slice(0, 40)}" is not a supported method. Use one of: ${requestMethods.join(', ')}.`);
}
