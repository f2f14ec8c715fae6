import { javaText } from '../../languages/json/json-text.ts';
import type { JsonValue } from '../../languages/json/json-types.ts';
import { UnprovenAnswer } from '../../languages/json-path/json-path.ts';
import { JsonReader } from '../../languages/json-path/json-reader.ts';
import type { ElementCompiler, User } from '../core.ts';
import { stopForUnproven } from '../languages/compiled-cache.ts';
import { JsonPaths } from '../languages/json-paths.ts';
import type { Variables } from '../state/variables.ts';

/** jp@gc's JSON Path Extractor, older than JMeter's: objects are formatted as in Java. */
export const pluginJsonPathExtractor: ElementCompiler = (element, context) => {
  const { environment } = context;
  const name = context.text(element, 'VAR');
  const path = context.text(element, 'JSONPATH');
  const fallback = context.text(element, 'DEFAULT');
  const subject = context.text(element, 'SUBJECT');
  const source = context.text(element, 'VARIABLE');
  const reader = context.shared(JsonReader, () => new JsonReader());
  const paths = context.shared(JsonPaths, () => new JsonPaths());
  paths.prepare(path);

  const find = (user: User): JsonValue => {
    const document =
      subject.evaluate(user) === 'VAR'
        ? user.variables.get(source.evaluate(user))
        : user.previousResult?.text;
    const compiled = paths.get(user, path.evaluate(user));
    if (document === undefined || document === '') {
      throw new Error('json string can not be null or empty');
    }
    const found = reader.find(document, compiled);
    const value = compiled.isDefinite ? (found[0] ?? null) : found;
    if (Array.isArray(value) && value.length === 0) {
      throw new Error('Extracted array is empty');
    }
    return value;
  };

  return {
    postProcessor: {
      process(user) {
        const { variables } = user;
        const refName = name.evaluate(user);
        try {
          const value = find(user);
          variables.set(refName, javaText(value));
          if (Array.isArray(value)) {
            saveAll(variables, refName, value);
          }
        } catch (error) {
          if (error instanceof UnprovenAnswer) {
            stopForUnproven(user, error.message);
          }
          // Variables of an earlier match are kept.
          environment.log('warn', `Extract failed: ${String(error)}`);
          variables.set(refName, fallback.evaluate(user));
        }
      },
    },
  };
};

function saveAll(variables: Variables, name: string, values: readonly JsonValue[]): void {
  variables.set(`${name}_matchNr`, String(values.length));
  for (let index = 1; variables.delete(`${name}_${index}`); index++) {
    // Deletes the numbered variables up to the first that is not set.
  }
  for (const [index, value] of values.entries()) {
    variables.set(`${name}_${index + 1}`, javaText(value));
  }
}
