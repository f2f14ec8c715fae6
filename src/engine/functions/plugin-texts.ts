import { createHash } from 'node:crypto';
import { javaDoubleText, parseJavaDouble } from '../../languages/java/java-double.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import { plainRegex, plainReplacement } from '../../languages/java-regex/plain-regex.ts';
import { StopRequest, type Text, type TextFunctionMaker, type User } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** Functions of jpgc that convert a text and also set a variable, even without a name. */
function changed(by: (text: string) => string): TextFunctionMaker {
  return ([text, variable]) => ({
    evaluate: (user) => {
      const value = by(text?.evaluate(user) ?? '');
      if (variable) {
        user.variables.set(javaTrim(variable.evaluate(user)), value);
      }
      return value;
    },
  });
}

export const uppercase = changed((text) => text.toUpperCase());
export const lowercase = changed((text) => text.toLowerCase());
export const strLen = changed((text) => String(text.length));
export const md5 = changed((text) => createHash('md5').update(text).digest('hex'));

/** Functions with a literal, required variable name. */
function put(user: User, name: Text | undefined, value: string): string {
  const target = name?.evaluate(user) ?? '';
  if (target !== '') {
    user.variables.set(target, value);
  }
  return value;
}

export const base64Encode: TextFunctionMaker = ([text, variable]) => ({
  evaluate: (user) => put(user, variable, Buffer.from(text?.evaluate(user) ?? '').toString('base64')),
});

export const base64Decode: TextFunctionMaker = ([text, variable]) => ({
  evaluate: (user) => put(user, variable, Buffer.from(text?.evaluate(user) ?? '', 'base64').toString()),
});

/**
 * `${__strReplace(text,what,by,variable)}`: in this version of jpgc the search text is a regular expression, because two
 * functions have the same name. Only literal ones are supported.
 */
export const strReplace: TextFunctionMaker = ([text, what, by, variable]) => ({
  evaluate: (user) => {
    const original = text?.evaluate(user) ?? '';
    const searched = what?.evaluate(user) ?? '';
    const replacement = by?.evaluate(user) ?? '';
    if (!plainRegex.test(searched) || !plainReplacement.test(replacement)) {
      const reason = `__strReplace with the expression ${searched} and ${replacement} in its place`;
      user.runner.refuse(reason);
      throw new StopRequest('test-now', reason);
    }
    return put(user, variable, original.replaceAll(searched, replacement));
  },
});

/** `${__chooseRandom(a,b,c,variable)}`: the last argument is always the variable. */
export const chooseRandom: TextFunctionMaker = (args, environment) => ({
  evaluate: (user) => {
    const choice = args[Math.floor(environment.random() * (args.length - 1))];
    const value = choice?.evaluate(user) ?? '';
    setVariable(user, args.at(-1), value);
    return value;
  },
});

/** `${__doubleSum(1.5,2,variable)}`: the last argument is a summand if it is a number. */
export const doubleSum: TextFunctionMaker = (args) => ({
  evaluate: (user) => {
    const last = javaTrim(args.at(-1)?.evaluate(user) ?? '');
    let sum = 0;
    for (const arg of args.slice(0, -1)) {
      const text = arg.evaluate(user);
      const value = parseJavaDouble(text);
      if (value === undefined) {
        throw new Error(`java.lang.NumberFormatException: For input string: "${text}"`);
      }
      sum += value;
    }
    const own = parseJavaDouble(last);
    const total = javaDoubleText(sum + (own ?? 0));
    return own === undefined && last !== '' ? put(user, args.at(-1) && constant(last), total) : total;
  },
});

const constant = (value: string): Text => ({ raw: value, constant: value, evaluate: () => value });

/** `${__if(actual,expected,yes,no,variable)}`. */
export const ifEqual: TextFunctionMaker = ([actual, expected, yes, no, variable]) => ({
  evaluate: (user) => {
    const isEqual = (actual?.evaluate(user) ?? '') === (expected?.evaluate(user) ?? '');
    const value = (isEqual ? yes : no)?.evaluate(user) ?? '';
    if (variable) {
      user.variables.set(javaTrim(variable.evaluate(user)), value);
    }
    return value;
  },
});

export const isDefined: TextFunctionMaker = ([name]) => ({
  evaluate: (user) => (user.variables.has(javaTrim(name?.evaluate(user) ?? '')) ? '1' : '0'),
});

export const iterationNum: TextFunctionMaker = () => ({ evaluate: (user) => String(user.iteration) });

/** `${__caseFormat(text,mode,variable)}`: words are separated by blanks, hyphens and underscores. */
export const caseFormat: TextFunctionMaker = ([text, mode, variable], environment) => ({
  evaluate: (user) => {
    const original = text?.evaluate(user) ?? '';
    const wanted = mode?.evaluate(user) || 'LOWER_CAMEL_CASE';
    const format = formats[wanted.toUpperCase()];
    if (!format) {
      environment.log('error', `Unknown mode ${wanted}, returning ${original} unchanged`);
    }
    const value = format?.(wordsOf(original)) ?? original;
    setVariable(user, variable, value);
    return value;
  },
});

/** String.split of Java: trailing empty parts are removed. */
function wordsOf(text: string): string[] {
  const words = text.split(/[ \t\n\v\f\r_-]+/);
  while (words.length > 1 && words.at(-1) === '') {
    words.pop();
  }
  return words;
}

const capitalized = (word: string) => {
  const [first = ''] = word;
  const upper = first.toUpperCase();
  return (upper.length === first.length ? upper : first) + word.slice(first.length);
};
const camel = (words: readonly string[]) => words.map((word) => capitalized(word.toLowerCase())).join('');
const withHyphens = (words: readonly string[]) => words.join('-').toLowerCase();
const withUnderscores = (words: readonly string[]) => words.join('_').toLowerCase();

const formats: Record<string, (words: readonly string[]) => string> = {
  UPPER_CAMEL_CASE: camel,
  LOWER_CAMEL_CASE: ([first = '', ...others]) => first.toLowerCase() + camel(others),
  SNAKE_CASE: withUnderscores,
  LOWER_UNDERSCORE: withUnderscores,
  KEBAB_CASE: withHyphens,
  LISP_CASE: withHyphens,
  SPINAL_CASE: withHyphens,
  LOWER_HYPHEN: withHyphens,
  TRAIN_CASE: (words) => words.join('-').toUpperCase(),
  UPPER_UNDERSCORE: (words) => words.join('_').toUpperCase(),
};
