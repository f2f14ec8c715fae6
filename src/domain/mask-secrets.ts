import type { ErrorSample } from './error-sample.ts';

const mask = '***';
const secretWord =
  /passw|pwd|secret|token|api[_-]?key|apikey|credential|session|authorization|signature|^(?:auth|sid|jwt|cookie|set-cookie|x-auth.*|proxy-authenticate)$/i;

/** Replaces the values of headers, parameters and fields whose names mean a secret. */
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

/** Credentials before the host, and parameters of the query. */
function maskAddress(text: string): string {
  return maskPairs(text.replaceAll(/\/\/[^/\s?#@]{1,500}@/g, `//${mask}@`));
}

function maskBody(body: string): string {
  const json = body.replaceAll(
    /"([^"\\]{1,80})"(\s{0,20}:\s{0,20})("(?:[^"\\]|\\.)*"?|[\d.eE+-]{1,40})/g,
    (all, name: string, colon: string) => (isSecret(name) ? `"${name}"${colon}"${mask}"` : all),
  );
  const xml = json.replaceAll(/<([\w:.-]{1,80})>([^<]{1,4096})</g, (all, name: string) =>
    isSecret(name) ? `<${name}>${mask}<` : all,
  );
  return maskPairs(xml);
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
