import { booleanProperty } from '../../jmx/plan-tree.ts';
import { classOf, plainDouble } from '../../languages/java/java-number.ts';
import { isNumber, javaEquals, javaText, variableText } from '../../languages/json/json-text.ts';
import type { JsonValue } from '../../languages/json/json-types.ts';
import { JsonReader } from '../../languages/json-path/json-reader.ts';
import type { ElementCompiler, User } from '../core.ts';
import { regexKeeper } from '../languages/regex-keeper.ts';
import { checkingPath, NotMet } from './checking-path.ts';

/** Asks for a path in JSON, and for its value if that is wanted. */
export const jsonPathAssertion: ElementCompiler = (element, context) => {
  const expected = context.text(element, 'EXPECTED_VALUE');
  const comparesValue = booleanProperty(element, 'JSONVALIDATION');
  const expectsNull = booleanProperty(element, 'EXPECT_NULL');
  const isRegex = booleanProperty(element, 'ISREGEX', true);
  const regexOf = isRegex && comparesValue ? regexKeeper(expected) : undefined;

  const isEqual = (value: JsonValue, wanted: string, user: User): boolean =>
    regexOf ? regexOf(wanted, user).isAllOf(shown(value)) : javaEquals(parsedOrNull(wanted), value);

  const isMatched = (value: JsonValue, wanted: string, user: User): boolean => {
    if (!Array.isArray(value)) {
      return (expectsNull && value === null) || isEqual(value, wanted, user);
    }
    if (value.length === 0 && wanted === '[]') {
      return true;
    }
    return (
      value.some((each) => (each === null && expectsNull) || isEqual(each, wanted, user)) ||
      isEqual(value, wanted, user)
    );
  };

  return checkingPath(element, context, {
    bodyOf: (result) => result.text,
    check({ value, isDefinite }, written, wanted, user) {
      if (!comparesValue) {
        if (Array.isArray(value) && value.length === 0 && !isDefinite) {
          throw new NotMet(
            `JSONPath '${written}' is indefinite and the extracted Value is an empty Array. Please use an assertion value, to be sure to get a correct result. Expected value was '${wanted}'`,
          );
        }
        return;
      }
      if (isMatched(value, wanted, user)) {
        return;
      }
      if (expectsNull) {
        throw new NotMet(
          `Value in json path '${written}' expected to be null, but found '${javaText(value)}'`,
        );
      }
      throw new NotMet(
        isRegex
          ? `Value in json path '${written}' expected to match regexp '${wanted}', but it did not match: '${shown(value)}'`
          : `Value in json path '${written}' expected to be '${wanted}', but found '${shown(value)}'`,
      );
    },
  });
};

function shown(value: JsonValue): string {
  if (isNumber(value) && classOf(value) === 'Double') {
    return plainDouble(value);
  }
  return variableText(value) ?? 'null';
}

function parsedOrNull(text: string): JsonValue {
  try {
    return new JsonReader().read(text);
  } catch {
    return null;
  }
}
