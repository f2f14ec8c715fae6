import { parseText, type TextPart } from '../../plans/jmeter/parse-text.ts';
import type { Text, TextFunction, User, World } from '../core.ts';

type Part = string | TextFunction;

/** Compiles a property's text with its variables and functions, once for all users. */
export function compileText(raw: string, world: World): Text {
  if (!raw.includes('${') && !raw.includes('\\')) {
    return constantText(raw, raw);
  }
  const parts = compileParts(raw, world);
  // Without a variable or function JMeter keeps the text as it was, backslashes and all.
  if (parts.every((part) => typeof part === 'string') && parts.length <= 1) {
    return constantText(raw, raw);
  }
  return new CompiledText(raw, parts);
}

/** For arguments of functions and what `__eval` gets, whose escapes are taken away even when they hold no function. */
export function compileArgument(raw: string, world: World): Text {
  const parts = compileParts(raw, world);
  if (parts.every((part) => typeof part === 'string')) {
    return constantText(raw, parts.join(''));
  }
  return new CompiledText(raw, parts);
}

function compileParts(raw: string, world: World): Part[] {
  return parseText(raw, (name) => world.functions.has(name)).map((part) => compilePart(part, world));
}

function compilePart(part: TextPart, world: World): Part {
  if (typeof part === 'string') {
    return part;
  }
  if ('variable' in part) {
    return new Variable(part.variable);
  }
  const make = world.functions.get(part.function);
  const args = part.args.map((arg) => compileArgument(arg, world));
  return make ? make(args, world) : '';
}

function constantText(raw: string, constant: string): Text {
  return { raw, constant, evaluate: () => constant };
}

class CompiledText implements Text {
  readonly constant = undefined;
  readonly raw: string;
  readonly #parts: readonly Part[];

  constructor(raw: string, parts: readonly Part[]) {
    this.raw = raw;
    this.#parts = parts;
  }

  evaluate(user: User): string {
    let text = '';
    for (const part of this.#parts) {
      text += typeof part === 'string' ? part : part.evaluate(user);
    }
    return text;
  }
}

/** A variable that is not set stays as it was written. */
class Variable implements TextFunction {
  readonly #name: string;
  readonly #unset: string;

  constructor(name: string) {
    this.#name = name;
    this.#unset = `\${${name}}`;
  }

  evaluate(user: User): string {
    return user.variables.get(this.#name) ?? this.#unset;
  }
}
