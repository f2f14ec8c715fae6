import {
  type PlannedRequest,
  type RequestBody,
  requestMethods,
} from '../contract/resources/plan-conversion.ts';
import { broken, type ConversionOptions, type DocumentReader } from './conversion.ts';
import { correlate, type Exchange } from './correlate.ts';
import { decodeUri } from './decode-uri.ts';
import { urlencodedBody } from './form-text.ts';
import { formBody, makeRequest, methodOf, nameOf, textBody } from './make-request.ts';
import { isObject, type Json, objectsIn, parseDocument, textOf } from './parse-document.ts';
import { requestUrl } from './request-url.ts';
import { siteOf } from './site-of.ts';

/** Range of recorded pauses between pages that are kept. */
const [leastPauseMs, mostPauseMs] = [1_000, 30_000];

/** Reads a recording of a browser (HTTP Archive 1.2). */
export const readHar: DocumentReader = (text, options) => {
  const document = parseDocument(text);
  const log = isObject(document) ? document.log : undefined;
  if (!isObject(log) || !Array.isArray(log.entries))
    throw broken('The document is not a HAR file: it has no log.entries.');
  const warnings: string[] = [];
  const entries = entriesOf(log.entries, warnings);
  if (entries.length === 0) throw broken('The HAR file has no HTTP requests.');
  const exchanges = entries.map(exchangeOf);
  leaveOut(exchanges, options, warnings);
  groupByPage(exchanges, objectsIn(log.pages));
  const sent = exchanges.filter(({ request }) => request.enabled);
  removeReceivedCookies(sent);
  if (options.correlates) warnings.push(...correlate(sent, options.keepsSecrets));
  const requests = exchanges.map(({ request }) => request);
  return { plan: { name: '', variables: [], cookies: [], requests }, warnings };
};

/** HTTP requests in order, without preflights and the targets of redirects, which both engines request themselves. */
function entriesOf(all: readonly unknown[], warnings: string[]): Json[] {
  const entries = objectsIn(all).filter(({ request }) => isObject(request));
  entries.sort((one, other) => startOf(one) - startOf(other));
  const redirected = new Set<string>();
  const kept: Json[] = [];
  const skipped = { failed: 0, methods: new Set<string>() };
  for (const entry of entries) {
    const [request, response] = [entry.request as Json, isObject(entry.response) ? entry.response : {}];
    const url = textOf(request.url);
    const method = textOf(request.method).toUpperCase();
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url) || entry._resourceType === 'websocket') continue;
    const isRedirected = redirected.delete(url);
    const target = textOf(response.redirectURL);
    if (target !== '' && URL.canParse(target, url)) redirected.add(new URL(target, url).href);
    if (isRedirected || isPreflight(entry, request)) continue;
    if (!requestMethods.some((known) => known === method)) skipped.methods.add(method);
    else if (response.status === 0) skipped.failed += 1;
    else kept.push(entry);
  }
  if (skipped.failed > 0)
    warnings.push(
      `${plural(skipped.failed, 'request')} without a response ${skipped.failed === 1 ? 'is' : 'are'} left out.`,
    );
  if (skipped.methods.size > 0)
    warnings.push(
      `Requests with unsupported methods are left out: ${[...skipped.methods].slice(0, 5).join(', ')}.`,
    );
  return kept;
}

const startOf = (entry: Json): number => Date.parse(textOf(entry.startedDateTime)) || 0;

const isPreflight = (entry: Json, request: Json): boolean =>
  entry._resourceType === 'preflight' ||
  (request.method === 'OPTIONS' &&
    headersOf(request).some(({ name }) => /^access-control-request-/i.test(name)));

function exchangeOf(entry: Json): Exchange & { entry: Json } {
  const [request, response] = [entry.request as Json, isObject(entry.response) ? entry.response : {}];
  const method = methodOf(textOf(request.method));
  const url = requestUrl(textOf(request.url));
  const body = bodyOf(request.postData);
  return {
    entry,
    request: makeRequest({
      method,
      url,
      name: labelOf(method, url, body),
      headers: headersOf(request),
      body,
    }),
    response: { headers: headersOf(response), text: contentOf(response.content), type: typeOf(entry) },
  };
}

function headersOf({ headers }: Json): { name: string; value: string }[] {
  return objectsIn(headers).map(({ name, value }) => ({ name: textOf(name), value: textOf(value) }));
}

function bodyOf(postData: unknown): RequestBody | null {
  if (!isObject(postData)) return null;
  const [type, text] = [textOf(postData.mimeType), textOf(postData.text)];
  const params = objectsIn(postData.params).map(({ name, value, fileName, contentType }) => ({
    name: decodeField(textOf(name)),
    value: decodeField(textOf(value)),
    file: typeof fileName === 'string' && fileName !== '' ? fileName : null,
    type: typeof contentType === 'string' && contentType !== '' ? contentType : null,
  }));
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    if (text !== '') return urlencodedBody(text);
    return params.length === 0 ? null : formBody(params.map(({ name, value }) => [name, value]));
  }
  if (text === '' && params.length > 0) return { kind: 'multipart', text: '', fields: params };
  return text === '' ? null : textBody(text);
}

/** GraphQL sends all operations to one address. */
function labelOf(method: string, url: string, body: RequestBody | null): string {
  const [, operation] = /"operationName"\s*:\s*"(\w{1,100})"/.exec(body?.text.slice(0, 100_000) ?? '') ?? [];
  return `${nameOf(method, url)}${operation === undefined ? '' : ` (${operation})`}`;
}

function contentOf(content: unknown): string {
  if (!isObject(content)) return '';
  const text = textOf(content.text);
  if (content.encoding !== 'base64') return text;
  return /json|text|xml|javascript/i.test(textOf(content.mimeType))
    ? Buffer.from(text, 'base64').toString('utf8')
    : '';
}

function typeOf({ response }: Json): string {
  const content = isObject(response) ? response.content : undefined;
  return isObject(content) ? textOf(content.mimeType).toLowerCase() : '';
}

/** Disables requests for assets and for other sites. */
function leaveOut(
  exchanges: readonly (Exchange & { entry: Json })[],
  options: ConversionOptions,
  warnings: string[],
) {
  const first = exchanges.find(
    ({ entry, response }) => entry._resourceType === 'document' || /html/.test(response.type),
  );
  const home = siteOf((first ?? exchanges[0])?.request.url ?? '');
  const isIncluded = (host: string) =>
    siteOf(`https://${host}/`) === home ||
    options.hosts.some((each) => each === '*' || each.toLowerCase() === host);
  const others = new Map<string, number>();
  let assets = 0;
  for (const { entry, request, response } of exchanges) {
    const { host, hostname } = new URL(request.url);
    if (!isIncluded(hostname) && !options.hosts.includes(host)) {
      others.set(hostname, (others.get(hostname) ?? 0) + 1);
      request.enabled = false;
    } else if (!options.includesAssets && isAsset(entry, request, response.type)) {
      assets += 1;
      request.enabled = false;
    }
  }
  if (assets > 0)
    warnings.push(
      `${plural(assets, 'request')} for images, styles, scripts, fonts and media ${assets === 1 ? 'is' : 'are'} left out.`,
    );
  if (others.size > 0) {
    const most = [...others.keys()].slice(0, 5).join(', ');
    const count = [...others.values()].reduce((sum, each) => sum + each, 0);
    warnings.push(
      `${plural(count, 'request')} to other sites ${count === 1 ? 'is' : 'are'} left out: ${most}${others.size > 5 ? ` and ${others.size - 5} more` : ''}.`,
    );
  }
}

function isAsset({ _resourceType: kind }: Json, { url, method }: PlannedRequest, type: string): boolean {
  if (typeof kind === 'string' && /^(?:image|stylesheet|script|font|media|manifest|texttrack)$/.test(kind))
    return true;
  if (kind === 'xhr' || kind === 'fetch' || kind === 'document' || method !== 'GET') return false;
  return (
    /^(?:image|font|audio|video)\/|css|javascript|ecmascript|wasm/.test(type) ||
    /\.(?:png|jpe?g|gif|svg|ico|webp|avif|css|js|mjs|map|woff2?|ttf|otf|eot|mp[34]|webm|wasm)$/i.test(
      new URL(url).pathname,
    )
  );
}

/** Pages with several requests are transactions; the pause before a page is the recorded one. */
function groupByPage(exchanges: readonly (Exchange & { entry: Json })[], pages: readonly Json[]): void {
  const sent = exchanges.filter(({ request }) => request.enabled);
  const titles = new Map(pages.map((page) => [page.id, textOf(page.title)]));
  let endedAt = 0;
  let current: unknown;
  for (const { entry, request } of sent) {
    const page = entry.pageref;
    if (page !== undefined && page !== current && endedAt > 0) {
      const gapMs = Math.round(startOf(entry) - endedAt);
      if (gapMs >= leastPauseMs) request.pause_ms = Math.min(gapMs, mostPauseMs);
    }
    current = page;
    endedAt = Math.max(endedAt, startOf(entry) + (typeof entry.time === 'number' ? entry.time : 0));
    const own = sent.filter((other) => other.entry.pageref === page);
    const first = own[0];
    if (page === undefined || first === undefined || own.length < 2) continue;
    const title = titles.get(page) ?? '';
    request.group =
      title === '' || /^https?:/.test(title)
        ? `Page ${nameOf('', first.request.url).trim()}`
        : title.slice(0, 200);
  }
}

/** Removes recorded cookies that a response of the recording has set: the cookie manager sends them. */
function removeReceivedCookies(sent: readonly Exchange[]): void {
  const received = new Set<string>();
  for (const { request, response } of sent) {
    for (const header of request.headers.filter(({ name }) => /^cookie$/i.test(name)))
      header.value = header.value
        .split(/;\s*/)
        .filter((pair) => !received.has(pair.split('=', 1)[0] ?? ''))
        .join('; ');
    request.headers = request.headers.filter(({ name, value }) => value !== '' || !/^cookie$/i.test(name));
    for (const { name, value } of response.headers.filter((header) => /^set-cookie$/i.test(header.name)))
      for (const line of value.split('\n')) received.add(line.split('=', 1)[0]?.trim() ?? name);
  }
}

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const decodeField = (text: string) => decodeUri(text.replaceAll('+', ' '));
