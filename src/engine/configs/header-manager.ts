import { isElement, listProperty } from '../../jmx/plan-tree.ts';
import type { ElementCompiler, Scope, Text, User } from '../core.ts';
import type { HeaderLine } from '../http/http-request.ts';
import { inOneLine } from '../http/one-line.ts';

const headerManagerKind = 'header-manager';

export interface HeaderTexts {
  name: Text;
  value: Text;
}

export const headerManager: ElementCompiler = (element, context) => ({
  config: {
    kind: headerManagerKind,
    value: listProperty(element, 'HeaderManager.headers')
      .map((item) => item.value)
      .filter(isElement)
      .map((header) => ({
        name: context.text(header, 'Header.name'),
        value: context.text(header, 'Header.value'),
      })) satisfies HeaderTexts[],
  },
});

/** The headers of one manager. */
export type HeaderManager = readonly HeaderTexts[];

export const headersIn = (scope: Scope) =>
  new ScopedHeaders(scope.configs(headerManagerKind) as HeaderManager[]);

/** A complete header line, or its part before a value that depends on the user. */
interface PlainLine {
  begin: string;
  value: Text | undefined;
}

/** Headers that change how a request is executed. */
const meaningful = new Set([
  ...['connection', 'content-length', 'content-type', 'cookie', 'host', 'user-agent'],
  ...['expect', 'transfer-encoding'],
]);

function isPlainHeader({ name, value }: HeaderTexts): boolean {
  const text = name.constant ?? '';
  return (
    text !== '' &&
    isPrintable(text) &&
    !meaningful.has(text.toLowerCase()) &&
    (value.constant === undefined || isPrintable(value.constant))
  );
}

function plainLine({ name, value }: HeaderTexts): PlainLine {
  return value.constant === undefined
    ? { begin: `${name.constant}: `, value }
    : { begin: `${name.constant}: ${value.constant}\r\n`, value: undefined };
}

function isPrintable(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) {
      return false;
    }
  }
  return true;
}

/** Whether a text calls a function, which may have side effects. */
export const hasCall = ({ raw }: Text) => raw.includes('${__');

/** Headers of all managers in scope: inner managers override outer ones; one manager may repeat a name. */
export class ScopedHeaders {
  readonly #managers: readonly HeaderManager[];
  readonly #fixed: readonly HeaderTexts[] | undefined;
  readonly #names: readonly HeaderLine[];
  readonly #plain: readonly PlainLine[] | undefined;
  #isSafe = true;
  /** Cached result of `render` and its values, which rarely change. */
  readonly #values: string[] = [];
  #rendered: string | undefined;

  constructor(managers: readonly HeaderManager[]) {
    this.#managers = managers;
    const isFixed = this.#managers.flat().every(({ name }) => name.constant !== undefined);
    this.#fixed = isFixed ? merge(this.#managers, ({ name }) => name.constant ?? '') : undefined;
    this.#names = this.#fixed?.map(({ name }): HeaderLine => [name.constant ?? '', '']) ?? [];
    this.#plain = this.#fixed?.every(isPlainHeader) ? this.#fixed.map(plainLine) : undefined;
  }

  get managers(): readonly HeaderManager[] {
    return this.#managers;
  }

  /** The effective headers, when their names are constant. */
  get fixed(): readonly HeaderTexts[] | undefined {
    return this.#fixed;
  }

  get hasManagers(): boolean {
    return this.#managers.length > 0;
  }

  /** Whether `render` may be used: names are constant and have no special handling. */
  get isPlain(): boolean {
    return this.#plain !== undefined;
  }

  get areConstant(): boolean {
    return this.#managers
      .flat()
      .every(({ name, value }) => name.constant !== undefined && value.constant !== undefined);
  }

  get hasCalls(): boolean {
    return this.#managers.flat().some(({ name, value }) => hasCall(name) || hasCall(value));
  }

  /** The header names, with empty values; an empty list when a name is not constant. */
  get names(): readonly HeaderLine[] {
    return this.#names;
  }

  /** Whether the last rendered values are printable ASCII, so that the lines can be sent unchanged. */
  get isSafe(): boolean {
    return this.#isSafe;
  }

  /** All header lines in one text; only if `isPlain`. */
  render(user: User): string {
    const lines = this.#plain ?? [];
    const values = this.#values;
    for (let at = 0; at < lines.length; at++) {
      const value = lines[at]?.value?.evaluate(user) ?? '';
      if (value !== values[at]) {
        values[at] = value;
        this.#rendered = undefined;
      }
    }
    this.#rendered ??= this.#renderAnew(lines, values);
    return this.#rendered;
  }

  #renderAnew(lines: readonly PlainLine[], values: readonly string[]): string {
    let text = '';
    let isSafe = true;
    for (const [at, { begin, value }] of lines.entries()) {
      if (value === undefined) {
        text += begin;
      } else {
        const evaluated = values[at] ?? '';
        const isPlain = isPrintable(evaluated);
        isSafe &&= isPlain;
        text += `${begin}${isPlain ? evaluated : inOneLine(evaluated)}\r\n`;
      }
    }
    this.#isSafe = isSafe;
    return text;
  }

  evaluate(user: User): HeaderLine[] {
    const headers = this.#fixed ?? merge(this.#managers, ({ name }) => name.evaluate(user));
    return headers.map(({ name, value }) => [name.evaluate(user), value.evaluate(user)]);
  }
}

function merge(managers: readonly HeaderManager[], nameOf: (header: HeaderTexts) => string): HeaderTexts[] {
  const merged: HeaderTexts[] = [];
  for (const [index, manager] of managers.entries()) {
    for (const header of manager) {
      const name = nameOf(header).toLowerCase();
      if (index === 0 || !merged.some((each) => nameOf(each).toLowerCase() === name)) {
        merged.push(header);
      }
    }
  }
  return merged;
}
