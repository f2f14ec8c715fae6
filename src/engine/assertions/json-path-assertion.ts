import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler, User } from '../core.ts';
import { classOf, plainDouble } from '../json/java-number.ts';
import { PathNotFound, UnprovenAnswer, WrongPath } from '../json/json-path.ts';
import { JsonPaths, stopForUnproven } from '../json/json-path-text.ts';
import { JsonReader, NoDocument } from '../json/json-reader.ts';
import { isNumber, javaEquals, javaText, variableText } from '../json/json-text.ts';
import type { JsonValue } from '../json/json-types.ts';
import { BrokenJson } from '../json/lenient-json.ts';
import { regexKeeper } from '../text/java-regex.ts';
import { simpleAssertion } from './simple-assertion.ts';

/** What the assertion is not content with, in JMeter's words. */
class NotMet extends Error {}

/** Asks for a path in JSON, and for its value if that is wanted. */
export const jsonPathAssertion: ElementCompiler = (element, context) => {
  const path = context.text(element, 'JSON_PATH');
  const expected = context.text(element, 'EXPECTED_VALUE');
  const comparesValue = booleanProperty(element, 'JSONVALIDATION');
  const expectsNull = booleanProperty(element, 'EXPECT_NULL');
  const isInverted = booleanProperty(element, 'INVERT');
  const isRegex = booleanProperty(element, 'ISREGEX', true);
  const regexOf = isRegex && comparesValue ? regexKeeper(expected) : undefined;
  const reader = context.shared(JsonReader, () => new JsonReader());
  const paths = context.shared(JsonPaths, () => new JsonPaths());
  paths.prepare(path, (written) => [written]);

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

  const check = (body: string, written: string, wanted: string, user: User): void => {
    const compiled = paths.get(user, written);
    const found = reader.find(body, compiled);
    const value = compiled.isDefinite ? (found[0] ?? null) : found;
    if (!comparesValue) {
      if (Array.isArray(value) && value.length === 0 && !compiled.isDefinite) {
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
      throw new NotMet(`Value in json path '${written}' expected to be null, but found '${javaText(value)}'`);
    }
    throw new NotMet(
      isRegex
        ? `Value in json path '${written}' expected to match regexp '${wanted}', but it did not match: '${shown(value)}'`
        : `Value in json path '${written}' expected to be '${wanted}', but found '${shown(value)}'`,
    );
  };

  return simpleAssertion(
    element,
    context,
    (result, user) => {
      const body = result.text;
      if (body === '') {
        return 'Response was null';
      }
      const [written, wanted] = [path.evaluate(user), expected.evaluate(user)];
      const problem = problemOf(() => check(body, written, wanted, user), user);
      if (!isInverted || problem !== undefined) {
        return isInverted ? undefined : problem;
      }
      if (!comparesValue) {
        return `Failed that JSONPath not exists: ${written}`;
      }
      return `Failed that JSONPath ${written} not matches ${expectsNull ? 'null' : wanted}`;
    },
    true,
  );
};

const problems = [NotMet, NoDocument, PathNotFound, WrongPath];

function problemOf(check: () => void, user: User): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof UnprovenAnswer) {
      stopForUnproven(user, error.message);
    }
    if (error instanceof BrokenJson) {
      return `net.minidev.json.parser.ParseException: ${error.message}`;
    }
    if (problems.some((kind) => error instanceof kind)) {
      return (error as Error).message;
    }
    throw error;
  }
}

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
