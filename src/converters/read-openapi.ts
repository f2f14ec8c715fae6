import type { PlannedRequest, RequestMethod } from '../contract/resources/plan-conversion.ts';
import { broken, type ConversionOptions, type DocumentReader } from './conversion.ts';
import { makeRequest } from './make-request.ts';
import { bodyOfOperation } from './openapi-body.ts';
import { credentialsOf } from './openapi-security.ts';
import { isObject, type Json, objectsIn, parseDocument, textOf, valueText } from './parse-document.ts';
import { RefResolver } from './resolve-refs.ts';
import { exampleOf } from './schema-example.ts';
import { reference } from './template.ts';

const methods: readonly RequestMethod[] = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
];

/** Reads an OpenAPI 3 or Swagger 2 document: one request per operation, with examples of its required parameters. */
export const readOpenApi: DocumentReader = (text, options) => {
  const document = parseDocument(text);
  if (!isObject(document) || !isObject(document.paths))
    throw broken('The document is not an OpenAPI document: it has no paths.');
  const refs = new RefResolver(document);
  const warnings: string[] = [];
  const secrets = new Set<string>();
  const base = baseUrl(document, options, warnings);
  const requests: PlannedRequest[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    const shared = refs.resolve(item);
    if (!shared || !path.startsWith('/')) continue;
    for (const method of methods) {
      const operation = refs.resolve(shared[method.toLowerCase()]);
      if (!operation) continue;
      const parameters = parametersOf(shared, operation, refs);
      requests.push(requestOf({ document, base, path, method, operation, parameters, refs, secrets }));
    }
  }
  if (requests.length === 0) throw broken('The OpenAPI document has no operations.');
  describeLeftOut(requests, warnings);
  const external = [...refs.external];
  if (external.length > 0)
    warnings.push(
      `References to other documents are not followed: ${external.slice(0, 3).join(', ')}${external.length > 3 ? ` and ${external.length - 3} more` : ''}.`,
    );
  warnings.push('Parameters and bodies are examples. Replace them by values that the target accepts.');
  const info = isObject(document.info) ? textOf(document.info.title) : '';
  const plan = { name: info.slice(0, 200), variables: [], cookies: [], requests };
  return { plan, warnings, secrets: [...secrets] };
};

/** Without a trailing slash. */
function baseUrl(document: Json, { baseUrl: wanted }: ConversionOptions, warnings: string[]): string {
  const url = (wanted ?? serverOf(document)).replace(/\/+$/, '');
  if (/^https?:\/\/[^/]/i.test(url)) return url;
  warnings.push('The document has no server address. A run must set this property: -Jbase_url=https://…');
  return `${reference('__P(base_url)')}${url.replace(/^https?:\/*/i, '')}`;
}

function serverOf(document: Json): string {
  if (document.swagger !== undefined) {
    const schemes = Array.isArray(document.schemes) ? document.schemes : [];
    const scheme = schemes.includes('https') || schemes.length === 0 ? 'https' : textOf(schemes[0]);
    const host = textOf(document.host);
    return host === '' ? textOf(document.basePath) : `${scheme}://${host}${textOf(document.basePath)}`;
  }
  const [server] = objectsIn(document.servers);
  const variables = isObject(server?.variables) ? server.variables : {};
  return textOf(server?.url).replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? valueText(variable.default) : '';
  });
}

/** Parameters of the path and of the operation; the operation takes precedence. */
function parametersOf(item: Json, operation: Json, refs: RefResolver): Json[] {
  const all = new Map<string, Json>();
  for (const list of [item.parameters, operation.parameters])
    for (const each of Array.isArray(list) ? list : []) {
      const parameter = refs.resolve(each);
      if (parameter) all.set(`${textOf(parameter.in)} ${textOf(parameter.name)}`, parameter);
    }
  return [...all.values()];
}

interface Operation {
  document: Json;
  base: string;
  path: string;
  method: RequestMethod;
  operation: Json;
  parameters: readonly Json[];
  refs: RefResolver;
  secrets: Set<string>;
}

function requestOf(context: Operation): PlannedRequest {
  const { base, path, method, operation, parameters, refs } = context;
  const isNeeded = (parameter: Json) => parameter.required === true || parameter.in === 'path';
  const exampleText = (parameter: Json) => asText(exampleOfParameter(parameter, refs));
  const needed = (place: string) => parameters.filter((each) => each.in === place && isNeeded(each));
  const credentials = credentialsOf(context.document, operation, refs, context.secrets);
  const pathname = needed('path').reduce(
    (sum, each) => sum.replaceAll(`{${textOf(each.name)}}`, encodeURIComponent(exampleText(each))),
    path,
  );
  const query = [
    ...needed('query').map(
      (each) => `${encodeURIComponent(textOf(each.name))}=${encodeURIComponent(exampleText(each))}`,
    ),
    ...credentials.query.map(({ name, value }) => `${encodeURIComponent(name)}=${value}`),
  ].join('&');
  const body = bodyOfOperation(operation, parameters, context.document, refs);
  const headers = [
    ...needed('header').map((each) => ({ name: textOf(each.name), value: exampleText(each) })),
    ...credentials.headers,
    ...(body?.type ? [{ name: 'Content-Type', value: body.type }] : []),
  ];
  const cookies = [
    ...needed('cookie').map((each) => `${textOf(each.name)}=${exampleText(each)}`),
    ...credentials.cookies.map(({ name, value }) => `${name}=${value}`),
  ];
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join('; ') });
  return makeRequest({
    method,
    url: `${base}${pathname.replace(/[\s"<>\\^`{|}]/g, encodeURIComponent)}${query === '' ? '' : `?${query}`}`,
    name: `${method} ${path}`,
    enabled: method !== 'DELETE' && operation.deprecated !== true,
    headers,
    body: body?.body ?? null,
  });
}

function exampleOfParameter(parameter: Json, refs: RefResolver): unknown {
  if (parameter.example !== undefined) return parameter.example;
  if (isObject(parameter.examples)) {
    const [first] = Object.values(parameter.examples);
    const example = refs.resolve(first);
    if (example?.value !== undefined) return example.value;
  }
  const [media] = isObject(parameter.content) ? Object.values(parameter.content) : [];
  // A parameter of Swagger 2 is its own schema.
  return exampleOf(parameter.schema ?? (isObject(media) ? media.schema : undefined) ?? parameter, refs);
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  return valueText(value);
}

function describeLeftOut(requests: readonly PlannedRequest[], warnings: string[]): void {
  const left = requests.filter(({ enabled }) => !enabled).length;
  if (left === requests.length) for (const request of requests) request.enabled = true;
  else if (left > 0)
    warnings.push(
      `${left === 1 ? '1 operation is' : `${left} operations are`} left out: DELETE operations, and deprecated ones.`,
    );
}
