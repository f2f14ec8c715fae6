import type { PlannedRequest, RequestBody } from '../contract/resources/plan-conversion.ts';
import { broken, type DocumentReader } from './conversion.ts';
import { type CurlOption, readCurlOptions } from './curl-options.ts';
import { urlencodedBody } from './form-text.ts';
import { makeRequest, methodOf, textBody } from './make-request.ts';
import { requestUrl } from './request-url.ts';
import { splitCommands } from './shell-words.ts';
import { reference } from './template.ts';

/** Options without an equivalent in the plan, with the reason. */
const leftOut: Record<string, string> = {
  'aws-sigv4': 'requests are not signed for AWS',
  digest: 'add an HTTP Authorization Manager to the plan for digest authentication',
  ntlm: 'NTLM authentication is not supported',
  negotiate: 'Negotiate authentication is not supported',
  proxy: 'nodes use their own proxy settings',
  cert: 'client certificates are not supported',
  'upload-file': 'files are uploaded only as forms (-F)',
  resolve: 'set host overrides of the run instead',
  'connect-to': 'set host overrides of the run instead',
  config: 'configuration files of curl are not read',
};

/** Reads one or more curl commands, as copied from a browser or a terminal. */
export const readCurl: DocumentReader = (text) => {
  if (/\^\r?\n|\^"/.test(text.slice(0, 10_000)))
    throw broken('This command is quoted for cmd.exe. Copy it with "Copy as cURL (bash)".');
  const variables = new Set<string>();
  const warnings = new Set<string>();
  const requests: PlannedRequest[] = [];
  for (const words of splitCommands(text, variables)) {
    const [program, ...args] = words[0] === '$' ? words.slice(1) : words;
    if (program === undefined || !/^(?:.*\/)?curl(?:\.exe)?$/.test(program)) continue;
    for (const options of splitAt(readCurlOptions(args), 'next'))
      requests.push(...requestsOf(options, warnings));
  }
  if (requests.length === 0)
    throw broken("There is no curl command with a URL. Use a command such as: curl 'https://shop.example/'");
  for (const name of variables)
    warnings.add(`The shell variable ${name} is the property ${name} of the plan. Set it with -J${name}=….`);
  return { plan: { name: '', variables: [], cookies: [], requests }, warnings: [...warnings] };
};

function requestsOf(options: readonly CurlOption[], warnings: Set<string>): PlannedRequest[] {
  for (const { name } of options) {
    const reason = leftOut[name];
    if (reason !== undefined) warnings.add(`The option --${name} of curl is ignored: ${reason}.`);
  }
  const valuesOf = (name: string) =>
    options.filter((option) => option.name === name).map(({ value }) => value);
  const has = (name: string) => options.some((option) => option.name === name);
  const headers = headersOf(options);
  const query = has('get') ? valuesOfData(options, warnings) : [];
  const body = has('get') ? null : bodyOf(options, headers, warnings);
  const method = methodOf(
    valuesOf('request').at(-1) ?? (has('head') ? 'HEAD' : body === null ? 'GET' : 'POST'),
  );
  return valuesOf('url').map((url) => {
    const address = requestUrl(/^[a-z]+:\/\//i.test(url) ? url : `http://${url}`);
    const added = [...query, ...valuesOf('url-query')].join('&');
    return makeRequest({
      method,
      url: added === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${added}`,
      headers: headers.filter(({ value }) => value !== undefined) as PlannedRequest['headers'],
      body,
    });
  });
}

interface CurlHeader {
  name: string;
  /** Undefined: curl omits the header. */
  value: string | undefined;
}

function headersOf(options: readonly CurlOption[]): CurlHeader[] {
  const headers: CurlHeader[] = [];
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
  const add = (name: string, value: string) => {
    if (!has(name)) headers.push({ name, value });
  };
  for (const { name, value } of options) {
    if (name !== 'header') continue;
    const [, header = '', separator, rest = ''] = /^([^:;]+)([:;])(.*)$/s.exec(value) ?? [];
    if (header === '') continue;
    const isRemoved = separator === ':' && rest.trim() === '';
    headers.push({ name: header.trim(), value: isRemoved ? undefined : rest.trim() });
  }
  for (const { name, value } of options) {
    if (name === 'user-agent') add('User-Agent', value);
    if (name === 'referer') add('Referer', value.replace(/;auto$/, ''));
    if (name === 'cookie' && value.includes('=')) add('Cookie', value);
    if (name === 'oauth2-bearer') add('Authorization', `Bearer ${value}`);
    if (name === 'user') add('Authorization', `Basic ${Buffer.from(value).toString('base64')}`);
    if (name === 'compressed') add('Accept-Encoding', 'gzip, deflate');
    if (name === 'range') add('Range', `bytes=${value}`);
    if (name === 'json') {
      add('Content-Type', 'application/json');
      add('Accept', 'application/json');
    }
  }
  return headers;
}

const dataOptions = ['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'];

function valuesOfData(options: readonly CurlOption[], warnings: Set<string>): string[] {
  return options
    .filter(({ name }) => dataOptions.includes(name))
    .map(({ name, value }) => {
      if (name === 'data-urlencode') return encodeData(value);
      if (name === 'data-raw' || !value.startsWith('@')) return value;
      return fileContent(value.slice(1), warnings);
    });
}

function bodyOf(
  options: readonly CurlOption[],
  headers: CurlHeader[],
  warnings: Set<string>,
): RequestBody | null {
  const fields = options.filter(({ name }) => name === 'form' || name === 'form-string');
  if (fields.length > 0) return multipartOf(fields, headers, warnings);
  const data = valuesOfData(options, warnings);
  if (data.length === 0) return null;
  const isJson = options.some(({ name }) => name === 'json');
  const text = data.join(isJson ? '' : '&');
  const isTyped = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  if (isTyped && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(isTyped.value ?? ''))
    return textBody(text);
  const body = urlencodedBody(text);
  if (body.kind === 'text' && !isTyped)
    headers.push({ name: 'Content-Type', value: 'application/x-www-form-urlencoded' });
  return body;
}

function multipartOf(
  fields: readonly CurlOption[],
  headers: CurlHeader[],
  warnings: Set<string>,
): RequestBody {
  // The sampler writes the header, with its boundary.
  const typeAt = headers.findIndex(({ name }) => name.toLowerCase() === 'content-type');
  if (typeAt !== -1) headers.splice(typeAt, 1);
  const parts = fields.map(({ name: option, value: field }) => {
    const at = field.indexOf('=');
    const [name, value] = [field.slice(0, Math.max(at, 0)), field.slice(at + 1)];
    if (option === 'form-string' || !/^[@<]/.test(value))
      return {
        name,
        value: value.replace(option === 'form' ? /;type=[^;]*$/ : /$^/, ''),
        file: null,
        type: null,
      };
    const [path = '', ...more] = value.slice(1).split(';');
    const type = more.find((each) => each.startsWith('type='))?.slice('type='.length) ?? null;
    const file = baseName(path);
    warnings.add(uploadFile(file));
    return value.startsWith('<')
      ? { name, value: reference(`__FileToString(${file})`), file: null, type: null }
      : { name, value: '', file, type };
  });
  return { kind: 'multipart', text: '', fields: parts };
}

/** `name=content` or `content`: only the content is encoded. */
function encodeData(value: string): string {
  const at = value.indexOf('=');
  if (at === -1) return encodeURIComponent(value);
  const name = value.slice(0, at);
  return `${name === '' ? '' : `${name}=`}${encodeURIComponent(value.slice(at + 1))}`;
}

function fileContent(path: string, warnings: Set<string>): string {
  const file = baseName(path);
  warnings.add(uploadFile(file));
  return reference(`__FileToString(${file})`);
}

const baseName = (path: string) => path.replaceAll('"', '').split(/[\\/]/).at(-1) ?? '';

const uploadFile = (file: string) => `A request sends the file ${file}. Upload it together with the plan.`;

function* splitAt(options: readonly CurlOption[], name: string): Generator<CurlOption[]> {
  let part: CurlOption[] = [];
  for (const option of options) {
    if (option.name !== name) part.push(option);
    else {
      yield part;
      part = [];
    }
  }
  yield part;
}
