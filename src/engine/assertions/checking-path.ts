import { booleanProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import type { JsonValue } from '../../languages/json/json-types.ts';
import { BrokenJson } from '../../languages/json/lenient-json.ts';
import { PathNotFound, UnprovenAnswer, WrongPath } from '../../languages/json-path/json-path.ts';
import { JsonReader, NoDocument } from '../../languages/json-path/json-reader.ts';
import type { CompileContext, CompiledElement, User } from '../core.ts';
import { stopForUnproven } from '../languages/compiled-cache.ts';
import { JsonPaths } from '../languages/json-paths.ts';
import type { Result } from '../state/result.ts';
import { simpleAssertion } from './simple-assertion.ts';

/** Failure of the assertion, with its message. */
export class NotMet extends Error {}

export interface PathCheck {
  bodyOf(result: Result): string;
  /** Message for a body without JSON; undefined: the parser's message. */
  noDocument?: string;
  /** Throws `NotMet`. */
  check(found: { value: JsonValue; isDefinite: boolean }, written: string, wanted: string, user: User): void;
}

/** Common part of JMeter's JSON assertion and jp@gc's older one: a path, optionally a value, optionally inverted. */
export function checkingPath(
  element: PlanElement,
  context: CompileContext,
  { bodyOf, noDocument, check }: PathCheck,
): CompiledElement {
  const path = context.text(element, 'JSON_PATH');
  const expected = context.text(element, 'EXPECTED_VALUE');
  const comparesValue = booleanProperty(element, 'JSONVALIDATION');
  const expectsNull = booleanProperty(element, 'EXPECT_NULL');
  const isInverted = booleanProperty(element, 'INVERT');
  const reader = context.shared(JsonReader, () => new JsonReader());
  const paths = context.shared(JsonPaths, () => new JsonPaths());
  paths.prepare(path);

  const problemOf = (body: string, written: string, wanted: string, user: User): string | undefined => {
    try {
      const compiled = paths.get(user, written);
      const found = reader.find(body, compiled);
      const { isDefinite } = compiled;
      check({ value: isDefinite ? (found[0] ?? null) : found, isDefinite }, written, wanted, user);
      return undefined;
    } catch (error) {
      return describe(error, noDocument, user);
    }
  };

  return simpleAssertion(
    element,
    context,
    (result, user) => {
      const body = bodyOf(result);
      if (body === '') {
        return 'Response was null';
      }
      const [written, wanted] = [path.evaluate(user), expected.evaluate(user)];
      const problem = problemOf(body, written, wanted, user);
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
}

const problems = [NotMet, NoDocument, PathNotFound, WrongPath];

function describe(error: unknown, noDocument: string | undefined, user: User): string {
  if (error instanceof UnprovenAnswer) {
    stopForUnproven(user, error.message);
  }
  if (error instanceof BrokenJson) {
    return `net.minidev.json.parser.ParseException: ${error.message}`;
  }
  if (error instanceof NoDocument && noDocument !== undefined) {
    return noDocument;
  }
  if (problems.some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  throw error;
}
