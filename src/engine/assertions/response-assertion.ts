import { booleanProperty, listProperty } from '../../jmx/plan-tree.ts';
import { parseInteger } from '../../languages/java/numbers.ts';
import type { OroRegex } from '../../languages/oro-regex/oro-regex.ts';
import type { Assertion, ElementCompiler, User } from '../core.ts';
import { outsideAssertion } from '../languages/outside-assertion.ts';
import { regexKeeper } from '../languages/regex-keeper.ts';
import { sampleScope } from '../sampling/scope.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';
import { equalsDifference } from './equals-difference.ts';

const noRegex = () => {
  throw new Error('no regular expression');
};

const kinds = { match: 1, contains: 2, not: 4, equals: 8, substring: 16, or: 32 } as const;

/** Tested fields, and their names in failure messages. Any other value means the URL. */
const fields: Record<string, { title: string; read(result: Result): string }> = {
  response_data: { title: 'text', read: (result) => result.text },
  // Its text is read outside of the engine.
  response_data_as_document: { title: 'document', read: (result) => result.text },
  response_code: { title: 'code', read: (result) => result.code },
  response_message: { title: 'message', read: (result) => result.message },
  request_headers: { title: 'request headers', read: (result) => result.requestHeaders },
  request_data: { title: 'request data', read: (result) => result.samplerData },
  response_headers: { title: 'headers', read: (result) => result.responseHeaders },
};
const urlField = { title: 'URL', read: (result: Result) => result.url };

interface Rule {
  /** Evaluated once per sample. */
  text(user: User): string;
  regex(pattern: string, user: User): OroRegex;
}

/** Compares a part of the response with texts or expressions. */
export const responseAssertion: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const scope = sampleScope(element, context, 'Assertion.scope');
  const type = parseInteger(context.text(element, 'Assertion.test_type', '2').constant ?? '') ?? 0;
  const isRegex = (type & kinds.contains) !== 0 || (type & (kinds.equals | kinds.substring)) === 0;
  // Compiled once, because functions such as `__counter` in them have state that all groups share.
  const texts = context.shared(element.properties.get('Asserion.test_strings') ?? {}, () =>
    listProperty(element, 'Asserion.test_strings')
      .map(({ value }) => (typeof value === 'string' ? context.compile(value) : undefined))
      .filter((text) => text !== undefined),
  );
  const rules = texts.map((text): Rule => {
    const regex = isRegex ? regexKeeper(text) : undefined;
    return {
      text: (user) => text.evaluate(user),
      regex: regex ?? noRegex,
    };
  });
  const field = fields[(context.text(element, 'Assertion.test_field').constant ?? '').slice(10)] ?? urlField;
  const message = context.text(element, 'Assertion.custom_message');
  const assumesSuccess = booleanProperty(element, 'Assertion.assume_success');
  const isFound = finder(type);
  const isNot = (type & kinds.not) !== 0;
  const isOr = (type & kinds.or) !== 0;

  const passed =
    name.constant === undefined
      ? undefined
      : { name: name.constant, isFailure: false, isError: false, message: '' };

  const explain = (pattern: string, checked: string, isVariable: boolean, user: User) => {
    const what = isVariable ? `variable(${scope.variableName(user)})` : field.title;
    return failText(what, type, pattern, checked);
  };
  const explainAll = (patterns: readonly string[], checked: string, isVariable: boolean, user: User) =>
    `${patterns.map((pattern) => explain(pattern, checked, isVariable, user)).join('\t')}\t`;

  const check = (result: Result, user: User, document?: string): AssertionOutcome => {
    // Passed outcomes are never modified, so one instance is shared.
    const outcome = passed ?? { name: name.evaluate(user), isFailure: false, isError: false, message: '' };
    if (assumesSuccess) {
      result.isSuccess = true;
    }
    const isVariable = scope.of(user) === 'variable';
    const checked = isVariable
      ? user.variables.get(scope.variableName(user))
      : (document ?? field.read(result));
    if (checked === undefined || checked === '') {
      return isNot ? outcome : { ...outcome, isFailure: true, message: 'Response was null' };
    }
    // Created on demand, because most samples do not need it.
    const failed: string[] | undefined = isOr ? [] : undefined;
    for (const rule of rules) {
      const pattern = rule.text(user);
      const isPassed = isFound(pattern, checked, rule, user) !== isNot;
      if (isPassed && isOr) {
        return outcome;
      }
      if (!isPassed && !isOr) {
        const text = message.evaluate(user) || explain(pattern, checked, isVariable, user);
        return { ...outcome, isFailure: true, message: text };
      }
      failed?.push(pattern);
    }
    if (failed) {
      const text = message.evaluate(user) || explainAll(failed, checked, isVariable, user);
      return { ...outcome, isFailure: true, message: text };
    }
    return outcome;
  };
  const outside = context.environment.outsideDocuments;
  if (outside?.isMeant(element)) {
    return outsideAssertion({
      name,
      scope: (user) => scope.of(user),
      checkOutside: async (result, user) =>
        check(result, user, scope.of(user) === 'variable' ? '' : await outside.textOf(result.body)),
    });
  }
  const assertion: Assertion = { name, scope: (user) => scope.of(user), check };
  return { assertion };
};

function finder(type: number): (pattern: string, text: string, rule: Rule, user: User) => boolean {
  if (type & kinds.contains) {
    return (pattern, text, rule, user) => rule.regex(pattern, user).isIn(text);
  }
  if (type & kinds.equals) {
    return (pattern, text) => text === pattern;
  }
  if (type & kinds.substring) {
    return (pattern, text) => text.includes(pattern);
  }
  return (pattern, text, rule, user) => rule.regex(pattern, user).isAllOf(text);
}

const expectations: Record<number, string> = {
  1: ' expected to match ',
  2: ' expected to contain ',
  5: ' expected not to match ',
  6: ' expected not to contain ',
  8: ' expected to equal ',
  12: ' expected not to equal ',
  16: ' expected to contain ',
  20: ' expected not to contain ',
};

function failText(what: string, type: number, pattern: string, checked: string): string {
  const expected = expectations[type] ?? ' expected something using ';
  const shown = type & kinds.equals ? equalsDifference(checked, pattern) : pattern;
  return `Test failed: ${what}${expected}/${shown}/`;
}
