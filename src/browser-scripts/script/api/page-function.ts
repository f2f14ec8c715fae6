import { Script } from 'node:vm';

/** Code that runs in the page: a function, the text of one, or an expression. */
// biome-ignore lint/complexity/noBannedTypes: scripts hand over functions of every shape
export type PageFunction = Function | string;

/** The source of a page function as an expression, for every form of function. */
export function sourceOf(code: PageFunction): string {
  const text = typeof code === 'string' ? code.trim().replace(/;+$/, '') : code.toString();
  if (isExpression(text)) return text;
  // Source of a method: `name() {}` or `async name() {}`.
  const asFunction = text.startsWith('async ') ? `async function ${text.slice(6)}` : `function ${text}`;
  if (typeof code === 'function') return asFunction;
  return `function () { ${text} }`;
}

/** An expression that calls a page function with the arguments and the node of one object. */
export function callOf(code: PageFunction): string {
  return `((code) => typeof code === 'function' ? code(...all.args, all.node) : code)(${sourceOf(code)})`;
}

/** Creates a function from text to send to a page: Playwright does not call texts. */
export function inPage<T = unknown>(parameter: string, expression: string): (argument: unknown) => T {
  const made = new Function(parameter, `return ${expression};`) as (argument: unknown) => T;
  madeHere.add(made);
  return made;
}

const madeHere = new WeakSet<object>();

/** Whether a function can be sent as it is: it takes Playwright's single argument. */
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
