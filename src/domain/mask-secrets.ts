import type { ErrorSample } from './error-sample.ts';

const mask = '***';
const secretWord =
  /passw|pwd|secret|token|api[_-]?key|apikey|credential|session|authorization|signature|^(?:auth|sid|jwt|cookie|set-cookie|x-auth.*|proxy-authenticate)$/i;

/** Masks the values of headers, parameters and fields whose names indicate a secret. */
export function maskSecrets(sample: ErrorSample): ErrorSample {
  return {
    ...sample,
    url: maskAddress(sample.url),
    requestHead: maskHead(sample.requestHead),
    requestBody: maskBody(sample.requestBody),
    responseHead: maskHead(sample.responseHead),
    responseBody: maskBody(sample.responseBody),
    ...(sample.details !== undefined && { details: maskBody(maskAddress(sample.details)) }),
  };
}

function maskHead(head: string): string {
  return head
    .split('\n')
    .map((line, index) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).trim();
      if (index > 0 && colon > 0 && isSecret(name)) return `${line.slice(0, colon)}: ${mask}`;
      return maskAddress(line);
    })
    .join('\n');
}

/** Masks credentials before the host, and secret parameters of the query. */
function maskAddress(text: string): string {
  return maskPairs(text.replaceAll(/\/\/[^/\s?#@]{1,500}@/g, `//${mask}@`));
}

function maskBody(body: string): string {
  const json = maskParts(body).replaceAll(
    /"([^"\\]{1,80})"(\s{0,20}:\s{0,20})("(?:[^"\\]|\\.)*"?|[\d.eE+-]{1,40})/g,
    (all, name: string, colon: string) => (isSecret(name) ? `"${name}"${colon}"${mask}"` : all),
  );
  const xml = json.replaceAll(/<([\w:.-]{1,80})>([^<]{1,4096})</g, (all, name: string) =>
    isSecret(name) ? `<${name}>${mask}<` : all,
  );
  return maskPairs(xml);
}

const partHead = /(?:^|\n)--([^\r\n]{1,200})\r?\n((?:[^\r\n]{1,2000}\r?\n){1,10})\r?\n/g;
const partName = /^content-disposition:[^\r\n]*[;\s]name=(?:"([^"\r\n]*)"|([^;\s]+))/im;

/** Bodies of multipart forms. The text may end within a part. */
function maskParts(text: string): string {
  const head = new RegExp(partHead);
  const kept: string[] = [];
  let from = 0;
  for (let found = head.exec(text); found; found = head.exec(text)) {
    const [, boundary = '', headers = ''] = found;
    const end = text.indexOf(`\n--${boundary}`, head.lastIndex - 1);
    const valueEnd = end < 0 ? text.length : end - (text[end - 1] === '\r' ? 1 : 0);
    const name = partName.exec(headers);
    if (name && valueEnd > head.lastIndex && isSecret(name[1] ?? name[2] ?? '')) {
      kept.push(text.slice(from, head.lastIndex), mask);
      from = valueEnd;
    }
    if (end < 0) break;
    head.lastIndex = end;
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(from);
}

/** `name=value` in queries and forms. */
function maskPairs(text: string): string {
  return text.replaceAll(
    /(^|[?&;\s])([\w.%[\]-]{1,80})=([^&\s;"'<]{1,8192})/g,
    (all, before: string, name: string) => (isSecret(name) ? `${before}${name}=${mask}` : all),
  );
}

function isSecret(name: string): boolean {
  return secretWord.test(name);
}
