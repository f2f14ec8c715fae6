import { Check, Errors } from 'typebox/value';
import { type RequestPlan, requestPlanSchema } from '../contract/resources/plan-conversion.ts';
import { broken, type ReadDocument } from './conversion.ts';
import { makeRequest, methodOf, type NewRequest } from './make-request.ts';
import { isObject, parseDocument, valueText } from './parse-document.ts';

/** Reads the plan of an earlier conversion, possibly edited. Its texts are templates already. */
export function readRequests(text: string): ReadDocument {
  const document = parseDocument(text);
  if (!isObject(document) || !Array.isArray(document.requests) || document.requests.length === 0)
    throw broken('The document has no requests. It must be an object with a list of requests.');
  const plan: unknown = {
    name: '',
    variables: [],
    cookies: [],
    ...document,
    requests: document.requests.map(complete),
  };
  if (!Check(requestPlanSchema, plan)) {
    const [first] = Errors(requestPlanSchema, plan);
    const place = (first?.instancePath ?? '').slice(1).replaceAll('/', '.');
    const isUnknown = first?.message === 'schema is false';
    throw broken(
      `The document is not a list of requests: ${place === '' ? 'it' : place} ${isUnknown ? 'is not a known field' : first?.message}.`,
    );
  }
  return { plan: plan as RequestPlan, warnings: [] };
}

function complete(request: unknown): unknown {
  if (!isObject(request)) return request;
  const { method = 'GET', url } = request;
  if (typeof url !== 'string' || !/^https?:\/\/[^/]|^\$\{/i.test(url))
    throw broken(
      `"${valueText(url).slice(0, 200)}" is not the URL of a request. Use an address such as https://shop.example/cart.`,
    );
  return makeRequest({ ...request, url, method: methodOf(valueText(method)) } as NewRequest);
}
