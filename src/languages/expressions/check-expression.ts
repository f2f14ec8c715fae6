import { javascriptFunctions, javascriptMethods, mathFunctions } from '../javascript/javascript-methods.ts';
import { jexlMethods } from '../jexl/jexl-methods.ts';
import { requireLiterals } from '../jexl/require-literals.ts';
import { parseText } from '../references/parse-text.ts';
import { BrokenExpression, type Expression, type Language, UnsupportedExpression } from './expression.ts';
import { foreignNames } from './foreign-names.ts';
import { type KnownMethod, lookUp, takes } from './known-method.ts';
import { parseExpression } from './parse-expression.ts';

/** Parses an expression. Throws for everything that the engine does not evaluate. */
export function parseSupported(text: string, language: Language): Expression | undefined {
  const expression = parseExpression(text, language);
  if (expression) {
    check(expression, language);
  }
  return expression;
}

/**
 * Whether the engine can evaluate an expression as written in the plan. A variable is assumed to be a number, or text
 * within quotes; its actual value is checked at run time.
 */
export function isExpressionSupported(raw: string, language: Language): boolean {
  const parts = parseText(raw, (name) => name.startsWith('__'));
  const text = parts.map((part) => (typeof part === 'string' ? part : '1')).join('');
  try {
    const expression = parseSupported(text, language);
    if (expression && language === 'jexl') {
      requireLiterals(expression);
    }
    return true;
  } catch (error) {
    if (error instanceof UnsupportedExpression) {
      return false;
    }
    if (error instanceof BrokenExpression) {
      // The value of a variable may complete the expression.
      return parts.every((part) => typeof part === 'string');
    }
    throw error;
  }
}

function check(expression: Expression, language: Language): void {
  switch (expression.kind) {
    case 'text':
    case 'number':
    case 'constant':
      return;
    case 'name':
      checkName(expression.name, language);
      return;
    case 'unary':
      check(expression.operand, language);
      return;
    case 'binary':
      check(expression.left, language);
      check(expression.right, language);
      return;
    case 'choice':
      check(expression.condition, language);
      if (expression.yes) {
        check(expression.yes, language);
      }
      check(expression.no, language);
      return;
    case 'property':
      if (language === 'jexl' || expression.name !== 'length') {
        throw new UnsupportedExpression(`.${expression.name}`);
      }
      checkTarget(expression.target, language);
      return;
    case 'method':
      checkMethod(expression, language);
      return;
    case 'call':
      if (language === 'jexl' || !Object.hasOwn(javascriptFunctions, expression.name)) {
        throw new UnsupportedExpression(`${expression.name}(…)`);
      }
      checkAll(expression.args, language);
  }
}

const checkAll = (all: readonly Expression[], language: Language) => {
  for (const each of all) {
    check(each, language);
  }
};

function checkName(name: string, language: Language): void {
  const isObject =
    language === 'jexl'
      ? name === 'vars' || name === 'props'
      : name === 'Math' || Object.hasOwn(javascriptFunctions, name);
  if (isObject || foreignNames[language].has(name)) {
    throw new UnsupportedExpression(name);
  }
}

function checkMethod(expression: Extract<Expression, { kind: 'method' }>, language: Language): void {
  const { target, name, args } = expression;
  checkAll(args, language);
  if (target.kind === 'name') {
    if (
      language === 'jexl' &&
      (target.name === 'vars' || target.name === 'props') &&
      name === 'get' &&
      args.length === 1
    ) {
      return;
    }
    if (language === 'javascript' && target.name === 'Math' && Object.hasOwn(mathFunctions, name)) {
      return;
    }
  }
  const methods: Readonly<Record<string, Pick<KnownMethod<unknown>, 'args'>>> =
    language === 'jexl' ? jexlMethods : javascriptMethods;
  const method = lookUp(methods, name);
  if (!method || !takes(method, args.length)) {
    throw new UnsupportedExpression(`.${name}(…)`);
  }
  checkTarget(target, language);
}

/** Only strings have supported methods. */
function checkTarget(target: Expression, language: Language): void {
  if (target.kind === 'number' || target.kind === 'constant') {
    throw new UnsupportedExpression('a method of a value that is not a string');
  }
  check(target, language);
}
