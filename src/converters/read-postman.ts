import type { PlannedRequest, RequestBody, RequestPlan } from '../contract/resources/plan-conversion.ts';
import { broken, type DocumentReader } from './conversion.ts';
import { formBody, makeRequest, methodOf, nameOf, textBody } from './make-request.ts';
import { isObject, type Json, objectsIn, parseDocument, textOf, valueText } from './parse-document.ts';
import { headersOfAuth } from './postman-auth.ts';
import { readScripts } from './postman-scripts.ts';
import { PostmanVariables } from './postman-variables.ts';
import { requestUrl } from './request-url.ts';

/** Reads a Postman collection of version 2.0 or 2.1. Folders become transactions. */
export const readPostman: DocumentReader = (text, options) => {
  const document = parseDocument(text);
  if (!isObject(document)) throw broken('The document is not a Postman collection.');
  const collection = isObject(document.collection) ? document.collection : document;
  if (!Array.isArray(collection.item))
    throw broken('The document is not a Postman collection of version 2. Export it as Collection v2.1.');
  const reader = new CollectionReader(new PostmanVariables(collection.variable, options));
  reader.readItems(collection.item, [], collection.auth);
  if (reader.requests.length === 0) throw broken('The Postman collection has no requests.');
  const { variables, cookies, secrets } = reader.variables.result();
  const info = isObject(collection.info) ? textOf(collection.info.name) : '';
  const plan: RequestPlan = { name: info.slice(0, 200), variables, cookies, requests: reader.requests };
  return { plan, secrets, warnings: [...reader.warnings, ...reader.variables.warnings()] };
};

class CollectionReader {
  readonly requests: PlannedRequest[] = [];
  readonly warnings = new Set<string>();
  readonly variables: PostmanVariables;

  constructor(variables: PostmanVariables) {
    this.variables = variables;
  }

  readItems(items: readonly unknown[], folders: readonly string[], inherited: unknown): void {
    for (const item of items.filter(isObject)) {
      const auth = item.auth ?? inherited;
      if (Array.isArray(item.item)) this.readItems(item.item, [...folders, textOf(item.name)], auth);
      else if (item.request !== undefined) this.#addRequest(item, folders, auth);
    }
  }

  #addRequest(item: Json, folders: readonly string[], inherited: unknown): void {
    const request = isObject(item.request) ? item.request : { url: item.request };
    const url = this.#urlOf(request.url);
    if (url === undefined) {
      this.warnings.add(`"${textOf(item.name)}" is left out: it has no URL.`);
      return;
    }
    const method = methodOf(textOf(request.method) || 'GET');
    const body = this.#bodyOf(request.body, textOf(item.name));
    const headers = [
      ...enabled(request.header).map((header) => this.#entry(header.key, header.value)),
      ...body.headers,
    ];
    const auth = headersOfAuth(request.auth ?? inherited, this.warnings);
    for (const { name, value } of auth.headers.map((each) => this.#entry(each.name, each.value)))
      if (!headers.some((header) => header.name.toLowerCase() === name.toLowerCase()))
        headers.push({ name, value });
    const query = auth.query
      .map(({ name, value }) => `${encodeURIComponent(name)}=${this.variables.replaceIn(value)}`)
      .join('&');
    const address = query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
    const { checks, extractors, isComplete } = readScripts(item.event);
    if (!isComplete)
      this.warnings.add(
        'Scripts of the collection are not converted, apart from simple checks and variables set from responses.',
      );
    for (const { variable } of extractors) this.variables.extract(variable);
    this.requests.push(
      makeRequest({
        method,
        url: address,
        name: textOf(item.name) || nameOf(method, address),
        group: folders.length === 0 ? null : folders.join(' / ').slice(0, 200),
        headers,
        body: body.body,
        checks,
        extractors,
      }),
    );
  }

  #entry(key: unknown, value: unknown): { name: string; value: string } {
    return { name: textOf(key), value: this.variables.replaceIn(valueText(value)) };
  }

  #urlOf(url: unknown): string | undefined {
    const raw = isObject(url) ? textOf(url.raw) || rebuilt(url) : textOf(url);
    if (raw.trim() === '') return undefined;
    const pathVariables = new Map(
      isObject(url) ? objectsIn(url.variable).map(({ key, value }) => [textOf(key), valueText(value)]) : [],
    );
    const off = isObject(url) ? objectsIn(url.query).filter(({ disabled }) => disabled === true) : [];
    const filled = raw.replace(/\/:([\w-]+)/g, (whole, name: string) =>
      pathVariables.has(name) ? `/${pathVariables.get(name)}` : whole,
    );
    const sent = off.reduce<string>(
      (sum, { key, value }) => withoutQuery(sum, textOf(key), textOf(value)),
      filled,
    );
    return requestUrl(this.variables.replaceInUrl(sent));
  }

  #bodyOf(
    body: unknown,
    item: string,
  ): { body: RequestBody | null; headers: { name: string; value: string }[] } {
    if (!isObject(body) || body.disabled === true) return { body: null, headers: [] };
    const replace = (value: unknown) => this.variables.replaceIn(valueText(value));
    switch (body.mode) {
      case 'raw': {
        const text = textOf(body.raw);
        if (text === '') return { body: null, headers: [] };
        const raw = isObject(body.options) && isObject(body.options.raw) ? body.options.raw : {};
        const type = types.get(textOf(raw.language));
        return {
          body: textBody(replace(text)),
          headers: type === undefined ? [] : [{ name: 'Content-Type', value: type }],
        };
      }
      case 'urlencoded':
        return {
          body: formBody(enabled(body.urlencoded).map(({ key, value }) => [textOf(key), replace(value)])),
          headers: [],
        };
      case 'formdata': {
        const fields = enabled(body.formdata).map(({ key, value, type, src, contentType }) => ({
          name: textOf(key),
          value: type === 'file' ? '' : replace(value),
          file: type === 'file' ? fileOf(src) : null,
          type: typeof contentType === 'string' ? contentType : null,
        }));
        for (const { file } of fields)
          if (file !== null)
            this.warnings.add(`A request sends the file ${file}. Upload it together with the plan.`);
        return { body: { kind: 'multipart', text: '', fields }, headers: [] };
      }
      case 'graphql': {
        const { query, variables } = isObject(body.graphql) ? body.graphql : {};
        const text = `{"query":${JSON.stringify(textOf(query))},"variables":${textOf(variables).trim() || '{}'}}`;
        return {
          body: textBody(replace(text)),
          headers: [{ name: 'Content-Type', value: 'application/json' }],
        };
      }
      default:
        this.warnings.add(`The body of "${item}" is left out: files as a whole body are not supported.`);
        return { body: null, headers: [] };
    }
  }
}

const types = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['text', 'text/plain'],
  ['javascript', 'application/javascript'],
]);

const enabled = (list: unknown): Json[] => objectsIn(list).filter(({ disabled }) => disabled !== true);

const fileOf = (source: unknown): string =>
  textOf(Array.isArray(source) ? source[0] : source)
    .split(/[\\/]/)
    .at(-1) || 'file';

function rebuilt({ protocol, host, path, port }: Json): string {
  const [hosts, paths] = [host, path].map((each) =>
    Array.isArray(each) ? each.map(valueText) : [textOf(each)],
  );
  const scheme = textOf(protocol) === '' ? '' : `${textOf(protocol)}://`;
  return `${scheme}${hosts?.join('.')}${port === undefined ? '' : `:${valueText(port)}`}/${paths?.join('/')}`;
}

function withoutQuery(url: string, name: string, value: string): string {
  return url
    .replace(`?${name}=${value}&`, '?')
    .replace(`&${name}=${value}`, '')
    .replace(`?${name}=${value}`, '');
}
