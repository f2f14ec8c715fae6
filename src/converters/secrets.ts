import type { PlannedRequest, RequestPlan } from '../contract/resources/plan-conversion.ts';
import { decodeUri } from './decode-uri.ts';
import { hasReference, reference } from './template.ts';

const secretHeader =
  /^(?:authorization|proxy-authorization|(?:x-)?(?:api-?key|auth(?:entication|orization)?|(?:auth-|access-|refresh-|session-|csrf-|xsrf-|amz-security-)?token|session|secret|functions-key|goog-api-key)|ocp-apim-subscription-key)$/i;

const secretName =
  /^(?:.*[_-])?(?:pass(?:word|wd|phrase)?|pwd|secret|(?:access|refresh|id|auth|session|api|csrf|xsrf)?[_-]?token|api[_-]?key|apikey|client[_-]?secret|otp|pin|sig|signature)$/i;

/** Whether a field, query parameter or key of this name contains a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name) || secretHeader.test(name);

/**
 * Replaces secrets of the document by properties, such as `${__P(authorization)}`, and cookies by cookies of the
 * plan. Values set by an extractor are not secrets. Returns the names of the properties.
 */
export function replaceSecrets(plan: RequestPlan, keepsSecrets: boolean): string[] {
  const properties = new PropertyNames();
  for (const request of plan.requests) {
    moveCredentials(request);
    moveCookies(request, plan, properties, keepsSecrets);
    if (!keepsSecrets) hideSecrets(request, properties);
  }
  return properties.all();
}

/** One property per secret value. */
class PropertyNames {
  readonly #nameOfValue = new Map<string, string>();
  readonly #taken = new Set<string>();

  referTo(wanted: string, value: string): string {
    const base =
      wanted
        .toLowerCase()
        .replace(/[^a-z\d]+/g, '_')
        .replace(/^_+|_+$/g, '') || 'secret';
    const key = `${base} ${value}`;
    let name = this.#nameOfValue.get(key);
    if (name === undefined) {
      name = base;
      for (let number = 2; this.#taken.has(name); number += 1) name = `${base}_${number}`;
      this.#taken.add(name);
      this.#nameOfValue.set(key, name);
    }
    return reference(`__P(${name})`);
  }

  all(): string[] {
    return [...this.#taken];
  }
}

/** `https://user:password@host` becomes a header, as in browsers. */
function moveCredentials(request: PlannedRequest): void {
  const [, scheme, credentials, rest] = /^(https?:\/\/)([^/?#@]*)@(.*)$/is.exec(request.url) ?? [];
  if (scheme === undefined || credentials === undefined || rest === undefined) return;
  request.url = `${scheme}${rest}`;
  if (request.headers.some(({ name }) => name.toLowerCase() === 'authorization')) return;
  const plain = Buffer.from(decodeUri(credentials)).toString('base64');
  request.headers.push({ name: 'Authorization', value: `Basic ${plain}` });
}

const ofAnalytics =
  /^(?:_ga|_gid|_gat|_gcl|_fbp|_hj|_pk_|ajs_|amplitude|mp_|optimizely|__utm|OptanonConsent)/;

function moveCookies(
  request: PlannedRequest,
  plan: RequestPlan,
  properties: PropertyNames,
  keepsSecrets: boolean,
): void {
  const sent = request.headers.filter(({ name }) => name.toLowerCase() === 'cookie');
  if (sent.length === 0) return;
  request.headers = request.headers.filter((header) => !sent.includes(header));
  const domain = /^https?:\/\/([^/?#:]+)/i.exec(request.url)?.[1] ?? '';
  for (const pair of sent.flatMap(({ value }) => value.split(/;\s*/))) {
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1)];
    const isKnown = plan.cookies.some((cookie) => cookie.name === name && cookie.domain === domain);
    if (name === '' || isKnown || ofAnalytics.test(name)) continue;
    const isOpen = keepsSecrets || hasReference(value);
    plan.cookies.push({ name, domain, value: isOpen ? value : properties.referTo(`cookie_${name}`, value) });
  }
}

function hideSecrets(request: PlannedRequest, properties: PropertyNames): void {
  const hide = (name: string, value: string) =>
    value === '' || hasReference(value) ? value : properties.referTo(name, value);
  for (const header of request.headers)
    if (secretHeader.test(header.name)) header.value = hide(header.name, header.value);
  request.url = request.url.replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, mark, name, value) =>
    isSecretName(decodeUri(name)) ? `${mark}${name}=${hide(decodeUri(name), value)}` : whole,
  );
  const { body } = request;
  if (body === null) return;
  for (const field of body.fields) if (isSecretName(field.name)) field.value = hide(field.name, field.value);
  body.text = body.text
    .replace(/"([^"\\]{1,100})"(\s*:\s*)"([^"\\]*(?:\\.[^"\\]*)*)"/g, (whole, name, colon, value) =>
      isSecretName(name) ? `"${name}"${colon}"${hide(name, value)}"` : whole,
    )
    .replace(/(^|&)([\w.[\]-]{1,100})=([^&\s"{}<]*)(?=&|$)/g, (whole, mark, name, value) =>
      isSecretName(name) ? `${mark}${name}=${hide(name, value)}` : whole,
    );
}
