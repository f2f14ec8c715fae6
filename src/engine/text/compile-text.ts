import { parseText, type TextPart } from '../../languages/references/parse-text.ts';
import type { Environment, Text, TextFunction, User } from '../core.ts';
import type { VariableName } from '../state/variables.ts';

type Part = string | TextFunction;

/** Compiles a property's text with its variables and functions, once for all users. */
export function compileText(raw: string, environment: Environment): Text {
  if (!raw.includes('${') && !raw.includes('\\')) {
    return constantText(raw, raw);
  }
  const parts = compileParts(raw, environment);
  // Without a variable or function JMeter keeps the text unchanged, including backslashes.
  if (parts.every((part) => typeof part === 'string') && parts.length <= 1) {
    return constantText(raw, raw);
  }
  return new CompiledText(raw, parts);
}

/** For arguments of functions and of `__eval`: JMeter removes their escapes even without a variable or function. */
export function compileArgument(raw: string, environment: Environment): Text {
  const parts = compileParts(raw, environment);
  if (parts.every((part) => typeof part === 'string')) {
    return constantText(raw, parts.join(''));
  }
  return new CompiledText(raw, parts);
}

function compileParts(raw: string, environment: Environment): Part[] {
  return parseText(raw, (name) => environment.functions.has(name)).map((part) =>
    compilePart(part, environment),
  );
}

function compilePart(part: TextPart, environment: Environment): Part {
  if (typeof part === 'string') {
    return part;
  }
  if ('variable' in part) {
    return new Variable(environment.variableNames.name(part.variable));
  }
  const make = environment.functions.get(part.function);
  const args = part.args.map((arg) => compileArgument(arg, environment));
  return make ? make(args, environment) : '';
}

function constantText(raw: string, constant: string): Text {
  return { raw, constant, evaluate: () => constant };
}

class CompiledText implements Text {
  readonly constant = undefined;
  readonly raw: string;
  readonly #parts: readonly Part[];
  /**
   * Values of the parts at the last evaluation, and the joined text: reused if no value has changed, the usual case.
   */
  readonly #values: string[];
  #text: string | undefined;
  /** Set during evaluation, because a function may evaluate the text that contains it. */
  #isBusy = false;

  constructor(raw: string, parts: readonly Part[]) {
    this.raw = raw;
    this.#parts = parts;
    this.#values = parts.map((part) => (typeof part === 'string' ? part : ''));
  }

  evaluate(user: User): string {
    if (this.#isBusy) {
      return this.#evaluateWithin(user);
    }
    this.#isBusy = true;
    const parts = this.#parts;
    const values = this.#values;
    let isSame = this.#text !== undefined;
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!;
      if (typeof part !== 'string') {
        const value = part.evaluate(user);
        if (value !== values[at]) {
          isSame = false;
          values[at] = value;
        }
      }
    }
    this.#isBusy = false;
    if (!isSame) {
      let text = values[0] ?? '';
      for (let at = 1; at < values.length; at++) {
        text += values[at];
      }
      this.#text = text;
    }
    return this.#text as string;
  }

  #evaluateWithin(user: User): string {
    let text = '';
    for (const part of this.#parts) {
      text += typeof part === 'string' ? part : part.evaluate(user);
    }
    return text;
  }
}

/** A variable that is not set evaluates to its reference, as written. */
class Variable implements TextFunction {
  readonly #name: VariableName;
  readonly #unset: string;

  constructor(name: VariableName) {
    this.#name = name;
    this.#unset = `\${${name.text}}`;
  }

  evaluate(user: User): string {
    return user.variables.read(this.#name) ?? this.#textOfObject(user);
  }

  #textOfObject(user: User): string {
    const object = user.variables.object(this.#name.text);
    return object === undefined || object.value === null ? this.#unset : object.text();
  }
}
