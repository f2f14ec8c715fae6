import { booleanProperty } from '../../jmx/plan-tree.ts';
import { javaText } from '../../languages/json/json-text.ts';
import type { JsonValue } from '../../languages/json/json-types.ts';
import type { ElementCompiler, User } from '../core.ts';
import { regexKeeper } from '../languages/regex-keeper.ts';
import { checkingPath, NotMet } from './checking-path.ts';

/** jp@gc's JSON Path Assertion, older than JMeter's: it always compares with a regular expression. */
export const pluginJsonPathAssertion: ElementCompiler = (element, context) => {
  const expected = context.text(element, 'EXPECTED_VALUE');
  const comparesValue = booleanProperty(element, 'JSONVALIDATION');
  const expectsNull = booleanProperty(element, 'EXPECT_NULL');
  const regexOf = comparesValue ? regexKeeper(expected) : undefined;

  const isEqual = (value: JsonValue, wanted: string, user: User, name: string): boolean => {
    if (value === null) {
      // The JVM's message of a NullPointerException.
      throw new NotMet(`Cannot invoke "Object.toString()" because "${name}" is null`);
    }
    return regexOf?.(wanted, user).isAllOf(javaText(value)) ?? false;
  };

  const isMatched = (value: JsonValue, wanted: string, user: User): boolean => {
    if (!Array.isArray(value)) {
      return (expectsNull && value === null) || isEqual(value, wanted, user, 'value');
    }
    return value.some((each) => (expectsNull && each === null) || isEqual(each, wanted, user, 'subj'));
  };

  return checkingPath(element, context, {
    bodyOf: (result) => result.body.toString('utf8'),
    noDocument: 'json can not be null',
    check({ value }, _written, wanted, user) {
      if (!comparesValue || isMatched(value, wanted, user)) {
        return;
      }
      throw new NotMet(
        expectsNull
          ? `Value expected to be null, but found '${javaText(value)}'`
          : `Value expected to be '${wanted}', but found '${javaText(value)}'`,
      );
    },
  });
};
