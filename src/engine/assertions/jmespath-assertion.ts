import { booleanProperty } from '../../jmx/plan-tree.ts';
import { strictText } from '../../languages/json/jackson-text.ts';
import { javaEquals } from '../../languages/json/json-text.ts';
import type { JsonValue } from '../../languages/json/json-types.ts';
import { parseStrictly } from '../../languages/json/strict-json.ts';
import { UnprovenAnswer } from '../../languages/json-path/json-path.ts';
import type { Assertion, ElementCompiler, User } from '../core.ts';
import { stopForUnproven } from '../languages/compiled-cache.ts';
import { JmesPaths } from '../languages/jmes-paths.ts';
import { regexKeeper } from '../languages/regex-keeper.ts';
import { sampleScope } from '../sampling/scope.ts';

/** Asks what a JMESPath makes of JSON. */
export const jmesPathAssertion: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const path = context.text(element, 'JMES_PATH');
  const expected = context.text(element, 'EXPECTED_VALUE');
  const comparesValue = booleanProperty(element, 'JSONVALIDATION');
  const expectsNull = booleanProperty(element, 'EXPECT_NULL');
  const isInverted = booleanProperty(element, 'INVERT');
  const isRegex = booleanProperty(element, 'ISREGEX', true);
  const regexOf = isRegex && comparesValue && !expectsNull ? regexKeeper(expected) : undefined;
  const scope = sampleScope(element, context, 'Assertion.scope');
  const paths = context.shared(JmesPaths, () => new JmesPaths());
  paths.prepare(path);

  const isEqual = (value: JsonValue, wanted: string, user: User): boolean => {
    const text = typeof value === 'string' ? value : strictText(value);
    return regexOf
      ? regexOf(wanted, user).isAllOf(text)
      : text === wanted || javaEquals(parseStrictly(wanted), value);
  };

  const isMet = (body: string, user: User): boolean => {
    const document = paths.read(body);
    const value = paths.get(user, path.evaluate(user))(document);
    if (!comparesValue || expectsNull) {
      return (value === null) === (comparesValue && expectsNull);
    }
    return isEqual(value, expected.evaluate(user), user);
  };

  const problem = (user: User): string => {
    const not = isInverted ? ' not' : '';
    if (!comparesValue) {
      return `JMESPATH ${path.evaluate(user)} expected${not} to exist`;
    }
    if (expectsNull) {
      return `Value expected${not} to be null`;
    }
    return `Value expected${not} to ${isRegex ? 'match' : 'be equal to'} ${expected.evaluate(user)}`;
  };

  const assertion: Assertion = {
    name,
    scope: (user) => scope.of(user),
    check: (result, user) => {
      const outcome = {
        name: name.evaluate(user),
        isFailure: false,
        isError: false,
        message: '',
        hasEmptyMessage: true,
      };
      const body = result.text;
      if (body === '') {
        return { ...outcome, isFailure: true, message: 'Response was null' };
      }
      try {
        return isMet(body, user) === isInverted
          ? { ...outcome, isFailure: true, message: problem(user) }
          : outcome;
      } catch (error) {
        if (error instanceof UnprovenAnswer) {
          stopForUnproven(user, error.message);
        }
        return isInverted ? outcome : { ...outcome, isError: true, message: (error as Error).message };
      }
    },
  };
  return { assertion };
};
