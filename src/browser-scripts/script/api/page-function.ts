import { Script } from 'node:vm';

/** Code that runs in the page: a function, the text of one, or an expression. */
// biome-ignore lint/complexity/noBannedTypes: scripts hand over functions of every shape
export type PageFunction = Function | string;

/** The text of a page function as an expression, whatever form it was written in. */
export function sourceOf(code: PageFunction): string {
  const text = typeof code === 'string' ? code.trim().replace(/;+$/, '') : code.toString();
  if (isExpression(text)) return text;
  // A method of an object reads `name() {}`, or `async name() {}`.
  const asFunction = text.startsWith('async ') ? `async function ${text.slice(6)}` : `function ${text}`;
  if (typeof code === 'function') return asFunction;
  return `function () { ${text} }`;
}

/** An expression that calls a page function with the arguments and the node it is given in one object. */
export function callOf(code: PageFunction): string {
  return `((code) => typeof code === 'function' ? code(...all.args, all.node) : code)(${sourceOf(code)})`;
}

/** A function to be sent to a page, made from text: Playwright calls nothing that it is given as a text. */
export function inPage<T = unknown>(parameter: string, expression: string): (argument: unknown) => T {
  const made = new Function(parameter, `return ${expression};`) as (argument: unknown) => T;
  madeHere.add(made);
  return made;
}

const madeHere = new WeakSet<object>();

/** Whether it is ready to be sent: it takes the one argument that Playwright sends along. */
export function isInPage(code: PageFunction): code is (argument: unknown) => unknown {
  return typeof code === 'function' && madeHere.has(code);
}

function isExpression(text: string): boolean {
  try {
    new Script(`(${text}\n)`);
    return true;
  } catch {
    return false;
  }
}
