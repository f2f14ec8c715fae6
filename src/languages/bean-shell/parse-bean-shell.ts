import { BrokenExpression, UnsupportedExpression } from '../expressions/expression.ts';
import { lookUp, takes } from '../expressions/known-method.ts';
import { isOwnProperty } from '../expressions/own-property.ts';
import { parseText } from '../references/parse-text.ts';
import { beanShellCalls } from './bean-shell-calls.ts';
import type { BeanShellExpression } from './bean-shell-expression.ts';
import { beanShellMethods } from './bean-shell-methods.ts';
import { type BeanShellToken, readBeanShell } from './bean-shell-tokens.ts';

const maxLength = 20_000;
const maxDepth = 100;

/** Packages of classes; BeanShell imports those of the second list. */
const packages: Record<string, string> = {
  FileServer: 'org.apache.jmeter.services',
  File: 'java.io',
  UUID: 'java.util',
  Double: 'java.lang',
  Integer: 'java.lang',
  Long: 'java.lang',
  Math: 'java.lang',
  String: 'java.lang',
  System: 'java.lang',
};
const imported = new Set(['java.io', 'java.util', 'java.lang', 'java.net']);
const objects = new Set(['ctx', 'props', 'vars']);

/** Names predefined by BeanShell or JMeter, which therefore never denote an unset variable. */
const foreignNames =
  /^(?:bsh|log|Sampler|SampleResult|this|super|global|void|new|java|javax|org|com|[A-Z].*)$/;
const statementWords =
  /^(?:if|else|for|while|do|return|try|throw|switch|break|continue|class|interface|import|package|static|final|instanceof|int|long|double|float|boolean|char|byte|short|synchronized|case|default|abstract|enum|const|goto|public|private|protected|native|volatile|transient|strictfp|extends|implements|throws|finally|catch)$/;

/** System properties with the same value on every machine that runs plans. */
const systemProperties = /^(?:file\.separator|path\.separator|line\.separator)$/;

/** Returns undefined for a script without a value. Throws BrokenExpression or UnsupportedExpression. */
export function parseBeanShell(text: string): BeanShellExpression | undefined {
  if (text.length > maxLength) {
    throw new UnsupportedExpression('a script longer than 20,000 characters');
  }
  return new Parser(readBeanShell(text)).parse();
}

/** Whether the engine can evaluate a script as written in the plan, for any numbers or text in its variables. */
export function isBeanShellSupported(raw: string): boolean {
  const parts = parseText(raw, (name) => name.startsWith('__'));
  try {
    parseBeanShell(parts.map((part) => (typeof part === 'string' ? part : '1')).join(''));
    return true;
  } catch (error) {
    if (error instanceof UnsupportedExpression || error instanceof BrokenExpression) {
      return false;
    }
    throw error;
  }
}

/** Lowest precedence first. */
const levels = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%']];

class Parser {
  readonly #tokens: readonly BeanShellToken[];
  readonly #packages = new Set(imported);
  readonly #classes = new Set<string>();
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly BeanShellToken[]) {
    this.#tokens = tokens;
  }

  parse(): BeanShellExpression | undefined {
    while (this.#isWord('import')) {
      this.#import();
    }
    if (this.#peek().kind === 'end') {
      return undefined;
    }
    const expression = this.#choice();
    if (this.#isSign(';')) {
      this.#at += 1;
    }
    if (this.#peek().kind !== 'end') {
      throw new UnsupportedExpression('more than one statement');
    }
    return expression;
  }

  #import(): void {
    this.#at += 1;
    const names = [this.#word()];
    let isWhole = false;
    while (this.#isSign('.') && !isWhole) {
      this.#at += 1;
      isWhole = this.#isSign('*');
      if (isWhole) {
        this.#at += 1;
      } else {
        names.push(this.#word());
      }
    }
    if (isWhole) {
      this.#packages.add(names.join('.'));
    } else {
      const name = names.pop() ?? '';
      if (packages[name] !== names.join('.')) {
        throw new UnsupportedExpression(`import of ${name}`);
      }
      this.#classes.add(name);
    }
    if (this.#isSign(';')) {
      this.#at += 1;
    } else if (this.#peek().kind !== 'end') {
      throw new BrokenExpression('an incomplete import');
    }
  }

  #choice(): BeanShellExpression {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw new UnsupportedExpression('an expression that is nested too deeply');
    }
    const condition = this.#level(0);
    if (!this.#isSign('?')) {
      this.#depth -= 1;
      return condition;
    }
    this.#at += 1;
    const yes = this.#choice();
    this.#expect(':');
    const no = this.#choice();
    this.#depth -= 1;
    return { kind: 'choice', condition, yes, no };
  }

  #level(index: number): BeanShellExpression {
    const operators = levels[index];
    if (!operators) {
      return this.#unary();
    }
    let left = this.#level(index + 1);
    for (let token = this.#peek(); token.kind === 'sign'; token = this.#peek()) {
      if (!operators.includes(token.value)) {
        break;
      }
      this.#at += 1;
      left = { kind: 'binary', operator: token.value, left, right: this.#level(index + 1) };
    }
    return left;
  }

  #unary(): BeanShellExpression {
    const token = this.#peek();
    if (token.kind === 'sign' && ['-', '+', '!'].includes(token.value)) {
      this.#at += 1;
      this.#depth += 1;
      if (this.#depth > maxDepth) {
        throw new UnsupportedExpression('an expression that is nested too deeply');
      }
      const operand = this.#unary();
      this.#depth -= 1;
      return { kind: 'unary', operator: token.value, operand };
    }
    return this.#postfix();
  }

  #postfix(): BeanShellExpression {
    let expression = this.#primary();
    while (this.#isSign('.')) {
      this.#at += 1;
      const name = this.#word();
      if (!this.#isSign('(')) {
        throw new UnsupportedExpression(`.${name}`);
      }
      expression = this.#methodOf(expression, name, this.#arguments());
    }
    return expression;
  }

  #methodOf(target: BeanShellExpression, name: string, args: BeanShellExpression[]): BeanShellExpression {
    const method = lookUp(beanShellMethods, name);
    const isText = target.kind !== 'value' || typeof target.value === 'string';
    if (
      !method ||
      !takes(method, args.length) ||
      !isText ||
      args.some((arg) => isOtherLiteral(arg, method.takes))
    ) {
      throw new UnsupportedExpression(`.${name}(…)`);
    }
    return { kind: 'method', target, name, args };
  }

  #primary(): BeanShellExpression {
    const token = this.#peek();
    this.#at += 1;
    switch (token.kind) {
      case 'text':
      case 'number':
        return { kind: 'value', value: token.value };
      case 'word':
        return this.#named(token.value);
      case 'sign':
        if (token.value === '(') {
          const inner = this.#choice();
          this.#expect(')');
          return inner;
        }
        throw new BrokenExpression(`unexpected ${token.value}`);
      case 'end':
        throw new BrokenExpression('an incomplete expression');
    }
  }

  #named(first: string): BeanShellExpression {
    if (first === 'true' || first === 'false') {
      return { kind: 'value', value: first === 'true' };
    }
    if (first === 'null') {
      return { kind: 'value', value: null };
    }
    if (statementWords.test(first)) {
      throw new UnsupportedExpression(first);
    }
    const name = this.#known(first);
    if (name === undefined) {
      if (this.#isSign('.') || this.#isSign('(') || foreignNames.test(first)) {
        throw new UnsupportedExpression(first);
      }
      return first === 'threadName' ? { kind: 'call', name: first, args: [] } : { kind: 'void', name: first };
    }
    return this.#member(name);
  }

  /** An imported or fully qualified class, or a JMeter object. */
  #known(first: string): string | undefined {
    if (objects.has(first)) {
      return first;
    }
    const home = Object.hasOwn(packages, first) ? packages[first] : undefined;
    if (home !== undefined) {
      return this.#packages.has(home) || this.#classes.has(first) ? first : undefined;
    }
    for (const [name, from] of Object.entries(packages)) {
      const path = `${from}.${name}`.split('.');
      const tokens = this.#tokens.slice(this.#at, this.#at + (path.length - 1) * 2);
      const written = [first, ...tokens.map((token) => (token.kind === 'end' ? '' : String(token.value)))];
      if (written.join('') === path.join('.')) {
        this.#at += tokens.length;
        return name;
      }
    }
    return undefined;
  }

  #member(owner: string): BeanShellExpression {
    this.#expect('.');
    let name = `${owner}.${this.#word()}`;
    if (!this.#isSign('(')) {
      const field = lookUp(beanShellCalls, name);
      if (!field || field.args) {
        throw new UnsupportedExpression(name);
      }
      return { kind: 'call', name, args: [] };
    }
    let args = this.#arguments();
    if (args.length === 0 && (name === 'FileServer.getFileServer' || name === 'UUID.randomUUID')) {
      this.#expect('.');
      name += `().${this.#word()}`;
      args = this.#arguments();
    }
    const count = lookUp(beanShellCalls, name)?.args;
    if (!count || !takes({ args: count }, args.length) || !isProven(name, args)) {
      throw new UnsupportedExpression(`${name}(…)`);
    }
    return { kind: 'call', name, args };
  }

  #arguments(): BeanShellExpression[] {
    this.#expect('(');
    const args: BeanShellExpression[] = [];
    if (this.#isSign(')')) {
      this.#at += 1;
      return args;
    }
    for (;;) {
      args.push(this.#choice());
      if (!this.#isSign(',')) {
        break;
      }
      this.#at += 1;
    }
    this.#expect(')');
    return args;
  }

  #peek(): BeanShellToken {
    return this.#tokens[this.#at] ?? { kind: 'end' };
  }

  #isSign(sign: string): boolean {
    const token = this.#peek();
    return token.kind === 'sign' && token.value === sign;
  }

  #isWord(word: string): boolean {
    const token = this.#peek();
    return token.kind === 'word' && token.value === word;
  }

  #word(): string {
    const token = this.#peek();
    if (token.kind !== 'word') {
      throw new BrokenExpression('a name is missing');
    }
    this.#at += 1;
    return token.value;
  }

  #expect(sign: string): void {
    if (!this.#isSign(sign)) {
      throw new BrokenExpression(`${sign} is missing`);
    }
    this.#at += 1;
  }
}

/** Whether an argument is a literal of a type that the method does not accept. */
function isOtherLiteral(arg: BeanShellExpression, type: 'texts' | 'numbers' | undefined): boolean {
  if (type === undefined || arg.kind !== 'value') {
    return false;
  }
  const isWanted =
    type === 'texts' ? typeof arg.value === 'string' : typeof arg.value === 'object' && arg.value !== null;
  return !isWanted;
}

function isProven(name: string, args: readonly BeanShellExpression[]): boolean {
  const [first] = args;
  const property = first?.kind === 'value' && typeof first.value === 'string' ? first.value : undefined;
  if (name === 'System.getProperty') {
    return property !== undefined && systemProperties.test(property);
  }
  return !name.startsWith('props.') || property === undefined || isOwnProperty(property);
}
