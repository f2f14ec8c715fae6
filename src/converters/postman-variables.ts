import type { RequestPlan } from '../contract/resources/plan-conversion.ts';
import type { ConversionOptions } from './conversion.ts';
import { objectsIn, textOf, valueText } from './parse-document.ts';
import { isSecretName } from './secrets.ts';
import { reference } from './template.ts';

/** Postman's dynamic variables, as functions of JMeter. */
const dynamic: Record<string, string> = {
  $guid: '__UUID',
  $randomUUID: '__UUID',
  $timestamp: '__time(/1000)',
  $isoTimestamp: "__time(yyyy-MM-dd'T'HH:mm:ss.SSS'Z')",
  $randomInt: '__Random(0,1000)',
};

const maxDepth = 5;

/** The variables of a collection: `{{name}}` becomes a variable of the plan, or a property if the collection has no value. */
export class PostmanVariables {
  readonly #values = new Map<string, string>();
  readonly #options: ConversionOptions;
  readonly #used = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #unknown = new Set<string>();
  readonly #extracted = new Set<string>();

  constructor(variables: unknown, options: ConversionOptions) {
    this.#options = options;
    for (const { key, id, value, disabled } of objectsIn(variables)) {
      const name = textOf(key) || textOf(id);
      if (name !== '' && disabled !== true && value !== undefined && value !== null && value !== '')
        this.#values.set(name, valueText(value));
    }
  }

  /** Declares a variable that an extractor sets. */
  extract(name: string): void {
    this.#extracted.add(name);
  }

  replaceIn(text: string): string {
    return text.replace(/\{\{\s*([^{}]{1,200}?)\s*\}\}/g, (_, name: string) => this.#referTo(name));
  }

  /** Replaces the origin by its value, so that the plan has its parts. */
  replaceInUrl(url: string): string {
    const [, name] = /^\{\{\s*([^{}]{1,200}?)\s*\}\}/.exec(url) ?? [];
    const value = name === undefined ? undefined : (this.#baseUrl(name) ?? this.#resolved(name));
    const rest = url.replace(/^\{\{[^{}]*\}\}/, '');
    const isWhole = value !== undefined && !value.includes('{{');
    const whole = isWhole
      ? `${value.replace(/\/+$/, '')}${rest.startsWith('/') || rest === '' ? '' : '/'}${rest}`
      : url;
    const inHost = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(whole);
    if (!inHost) return this.replaceIn(whole);
    const host = (inHost[2] ?? '').replace(
      /\{\{\s*([^{}]+?)\s*\}\}/g,
      (same, inner: string) => this.#resolved(inner) ?? same,
    );
    return `${inHost[1]}${this.replaceIn(`${host}${inHost[3]}`)}`;
  }

  warnings(): string[] {
    const missing = [...this.#missing].filter((name) => !this.#extracted.has(name));
    const flags = missing.map((name) => `-J${name}=…`).join(' ');
    return [
      ...(missing.length === 0
        ? []
        : [`Variables without a value in the collection are properties. A run must set them: ${flags}`]),
      ...(this.#unknown.size === 0
        ? []
        : [`Dynamic variables without an equivalent keep their name: ${[...this.#unknown].join(', ')}.`]),
    ];
  }

  result(): Pick<RequestPlan, 'variables' | 'cookies'> & { secrets: string[] } {
    const secrets: string[] = [];
    const variables = [...this.#used].map((name) => {
      const value = this.#resolved(name) ?? '';
      if (this.#options.keepsSecrets || !isSecretName(name)) return { name, value };
      secrets.push(name);
      return { name, value: reference(`__P(${name})`) };
    });
    return { variables, cookies: [], secrets };
  }

  #baseUrl(name: string): string | undefined {
    return /^(?:base|host|server|api|domain)?_?-?(?:url|uri|host|domain)$/i.test(name)
      ? this.#options.baseUrl
      : undefined;
  }

  #referTo(name: string): string {
    if (name.startsWith('$')) {
      const expression = dynamic[name];
      if (expression !== undefined) return reference(expression);
      this.#unknown.add(name);
      return name;
    }
    if (this.#values.has(name)) this.#used.add(name);
    else if (!this.#extracted.has(name)) {
      this.#missing.add(name);
      return reference(`__P(${name})`);
    }
    return reference(name);
  }

  /** The value with its variables resolved; undefined if a variable has no value. */
  #resolved(name: string, depth = 0): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || depth > maxDepth) return undefined;
    return value.replace(
      /\{\{\s*([^{}]{1,200}?)\s*\}\}/g,
      (same, inner: string) => this.#resolved(inner, depth + 1) ?? same,
    );
  }
}
