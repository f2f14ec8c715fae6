import type { PlannedRequest, RequestExtractor } from '../contract/resources/plan-conversion.ts';
import { decodeUri } from './decode-uri.ts';
import { isObject } from './parse-document.ts';
import { isSecretName } from './secrets.ts';
import { mapLiterals, reference } from './template.ts';

/** A recorded request with its response. */
export interface Exchange {
  request: PlannedRequest;
  response: { headers: readonly { name: string; value: string }[]; text: string; type: string };
}

interface Source {
  /** Index of the response. */
  at: number;
  name: string;
  kind: RequestExtractor['kind'];
  expression: string;
}

/** Leaves of one response that are searched. */
const maxLeaves = 20_000;
const maxTextLength = 2_000_000;

/**
 * Suggests an extractor for each value that a response returned first and a later request sent: the request then sends
 * the variable. Returns the warnings.
 */
export function correlate(exchanges: readonly Exchange[], keepsSecrets: boolean): string[] {
  const sources = new Map<string, Source>();
  const firstSent = new Map<string, number>();
  const variables = new Map<string, string>();
  for (const [at, { request, response }] of exchanges.entries()) {
    // Read before the first replacement.
    for (const { value, name } of [...valuesIn(request)]) {
      if (!firstSent.has(value)) firstSent.set(value, at);
      const source = sources.get(value);
      if (!source || (firstSent.get(value) ?? at) <= source.at || !isDynamic(value, source.name, name))
        continue;
      let variable = variables.get(value);
      if (variable === undefined) {
        variable = newName(source.name, variables);
        variables.set(value, variable);
        const isSecret = !keepsSecrets && (isSecretName(source.name) || isSecretName(name));
        const fallback = isSecret ? reference(`__P(${variable})`) : value;
        const { kind, expression } = source;
        exchanges[source.at]?.request.extractors.push({
          variable,
          kind,
          expression,
          fallback,
          enabled: true,
        });
      }
      replaceIn(request, value, variable);
    }
    for (const [value, source] of returnedBy(response, at))
      if (!sources.has(value)) sources.set(value, source);
  }
  if (variables.size === 0) return [];
  const names = [...variables.values()];
  return [
    `${names.length === 1 ? 'A value' : `${names.length} values`} of responses ${names.length === 1 ? 'is' : 'are'} extracted for later requests: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' and more' : ''}. Check the extractors.`,
  ];
}

/** Words and small numbers repeat by coincidence. */
function isDynamic(value: string, ...names: string[]): boolean {
  if (value.length < 4 || value.length > 10_000 || /^(?:true|false|null|undefined)$/i.test(value))
    return false;
  const isNamed = names.some(
    (name) =>
      isSecretName(name) || /(?:^|[_-])id$|Id$|csrf|xsrf|nonce|state|key|uuid|guid|verifier|code/i.test(name),
  );
  if (isNamed && (/\d/.test(value) || value.length >= 12)) return true;
  return value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value) && !/[\s/]/.test(value);
}

interface SentValue {
  name: string;
  value: string;
}

function* valuesIn({ url, headers, body }: PlannedRequest): Generator<SentValue> {
  const { pathname, searchParams } = new URL(url);
  const segments = pathname.split('/').map(decodeUri);
  // An id follows the name of its collection.
  for (const [index, value] of segments.entries()) yield { name: `${segments[index - 1] ?? ''}_id`, value };
  for (const [name, value] of searchParams) yield { name, value };
  for (const { name, value } of headers) {
    if (isSecretName(name) || /token|csrf|xsrf|key/i.test(name))
      yield { name, value: value.replace(/^(?:bearer|token|basic)\s+/i, '') };
  }
  for (const { name, value } of body?.fields ?? []) yield { name, value };
  if (body?.kind === 'text') yield* leavesOf(body.text);
}

function* leavesOf(text: string): Generator<SentValue & { path: string }> {
  if (!/^\s*[[{]/.test(text) || text.length > maxTextLength * 5) return;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return;
  }
  let left = maxLeaves;
  const walk = function* (
    value: unknown,
    name: string,
    path: string,
  ): Generator<SentValue & { path: string }> {
    if (left <= 0) return;
    if (typeof value === 'string' || typeof value === 'number') {
      left -= 1;
      yield { name, value: String(value), path };
    } else if (Array.isArray(value))
      for (const [index, each] of value.entries()) yield* walk(each, name, `${path}[${index}]`);
    else if (isObject(value))
      for (const [key, each] of Object.entries(value))
        yield* walk(each, key, /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}['${key}']`);
  };
  yield* walk(json, '', '$');
}

/** Values of a response with the expression that extracts them. */
function* returnedBy({ headers, text, type }: Exchange['response'], at: number): Generator<[string, Source]> {
  for (const { name, value } of headers) {
    if (
      /^(?:date|age|etag|set-cookie|server|via|content-.*|cache-control|expires|last-modified|x-request-id)$/i.test(
        name,
      )
    )
      continue;
    if (/^location$/i.test(name)) {
      for (const [, key = '', found = ''] of value.matchAll(/[?&#]([^=&#]+)=([^&#]+)/g))
        yield [
          decodeUri(found),
          { at, name: key, kind: 'header_regex', expression: `[?&#]${escaped(key)}=([^&#\\s]+)` },
        ];
    } else yield [value, { at, name, kind: 'header_regex', expression: `${escaped(name)}: (\\S+)` }];
  }
  if (/json/.test(type)) {
    for (const { name, value, path } of leavesOf(text))
      if (!path.includes("\\'") && !/['"\\;]/.test(path.replace(/\['([^'"\\;]*)'\]/g, '')))
        yield [value, { at, name, kind: 'json_path', expression: path }];
  } else yield* valuesInPage(text.slice(0, maxTextLength), at);
}

/** Hidden fields, meta elements and JSON in scripts. */
function* valuesInPage(text: string, at: number): Generator<[string, Source]> {
  for (const [tag] of text.matchAll(/<(?:input|meta)\b[^>]{1,2000}>/gi)) {
    const name = attribute(tag, 'name');
    const isMeta = /^<meta/i.test(tag);
    const valueName = isMeta ? 'content' : 'value';
    const value = attribute(tag, valueName);
    if (!name || !value || (isMeta && !/csrf|xsrf|token|nonce/i.test(name.text))) continue;
    const [first, second] = name.at < value.at ? [name, value] : [value, name];
    const part = (each: Attribute) =>
      each === value
        ? `${valueName}=${each.quote}([^${each.quote}]+)${each.quote}`
        : `name=${each.quote}${escaped(name.text)}${each.quote}`;
    yield [
      value.text,
      { at, name: name.text, kind: 'regex', expression: `${part(first)}[^>]*${part(second)}` },
    ];
  }
  for (const [, name = '', value = ''] of text.matchAll(
    /"(\w{0,40}(?:token|csrf|nonce)\w{0,40})"\s{0,5}:\s{0,5}"([^"\\]{8,5000})"/gi,
  ))
    yield [value, { at, name, kind: 'regex', expression: `"${name}"\\s*:\\s*"([^"]+)"` }];
}

interface Attribute {
  text: string;
  quote: string;
  at: number;
}

function attribute(tag: string, name: string): Attribute | undefined {
  const found = new RegExp(`\\s${name}=(["'])([^"']*)\\1`, 'i').exec(tag);
  return found ? { text: found[2] ?? '', quote: found[1] ?? '"', at: found.index } : undefined;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function newName(wanted: string, taken: ReadonlyMap<string, string>): string {
  const base =
    wanted
      .replace(/\W+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60) || 'value';
  const names = new Set(taken.values());
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

function replaceIn(request: PlannedRequest, value: string, variable: string): void {
  const whole = (text: string) => new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-])`, 'g');
  const encoded = encodeURIComponent(value);
  const inUrl = reference(encoded === value ? variable : `__urlencode(\${${variable}})`);
  const replace = (text: string) =>
    mapLiterals(text, (part) => part.replace(whole(value), () => reference(variable)));
  request.url = mapLiterals(request.url, (part) => {
    const origin = /^https?:\/\/[^/]*/i.exec(part)?.[0] ?? '';
    return origin + part.slice(origin.length).replace(whole(encoded), () => inUrl);
  });
  for (const header of request.headers) header.value = replace(header.value);
  const { body } = request;
  if (body === null) return;
  body.text =
    body.text.includes('=') && !/^\s*[[{<]/.test(body.text)
      ? mapLiterals(body.text, (part) => part.replace(whole(encoded), () => inUrl))
      : replace(body.text);
  for (const field of body.fields) field.value = replace(field.value);
}
