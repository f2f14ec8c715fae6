import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler, User } from '../core.ts';
import { PathNotFound, UnprovenAnswer, WrongPath } from '../json/json-path.ts';
import { JsonPaths, stopForUnproven } from '../json/json-path-text.ts';
import { JsonReader, NoDocument } from '../json/json-reader.ts';
import { javaText } from '../json/json-text.ts';
import type { JsonValue } from '../json/json-types.ts';
import { BrokenJson } from '../json/lenient-json.ts';
import { regexKeeper } from '../text/java-regex.ts';
import { simpleAssertion } from './simple-assertion.ts';

/** What the assertion is not content with, in the plugin's words. */
class NotMet extends Error {}

/** jp@gc's JSON Path Assertion, older than JMeter's own: it always compares with an expression. */
export const pluginJsonPathAssertion: ElementCompiler = (element, context) => {
  const path = context.text(element, 'JSON_PATH');
  const expected = context.text(element, 'EXPECTED_VALUE');
  const comparesValue = booleanProperty(element, 'JSONVALIDATION');
  const expectsNull = booleanProperty(element, 'EXPECT_NULL');
  const isInverted = booleanProperty(element, 'INVERT');
  const regexOf = comparesValue ? regexKeeper(expected) : undefined;
  const reader = context.shared(JsonReader, () => new JsonReader());
  const paths = context.shared(JsonPaths, () => new JsonPaths());
  paths.prepare(path, (written) => [written]);

  const isEqual = (value: JsonValue, wanted: string, user: User, name: string): boolean => {
    if (value === null) {
      // As the JVM puts it.
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

  const check = (body: string, written: string, wanted: string, user: User): void => {
    const compiled = paths.get(user, written);
    const found = reader.find(body, compiled);
    const value = compiled.isDefinite ? (found[0] ?? null) : found;
    if (!comparesValue || isMatched(value, wanted, user)) {
      return;
    }
    throw new NotMet(
      expectsNull
        ? `Value expected to be null, but found '${javaText(value)}'`
        : `Value expected to be '${wanted}', but found '${javaText(value)}'`,
    );
  };

  return simpleAssertion(
    element,
    context,
    (result, user) => {
      const body = result.body.toString('utf8');
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

const problems = [NotMet, PathNotFound, WrongPath];

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
    if (error instanceof NoDocument) {
      return 'json can not be null';
    }
    if (problems.some((kind) => error instanceof kind)) {
      return (error as Error).message;
    }
    throw error;
  }
}
