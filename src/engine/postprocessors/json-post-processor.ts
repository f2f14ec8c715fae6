import { javaSplit } from '../../languages/java/java-split.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import { requireWhole } from '../../languages/java/numbers.ts';
import { variableText } from '../../languages/json/json-text.ts';
import { PathNotFound, UnprovenAnswer } from '../../languages/json-path/json-path.ts';
import { JsonReader } from '../../languages/json-path/json-reader.ts';
import type { ElementCompiler, User } from '../core.ts';
import { stopForUnproven } from '../languages/compiled-cache.ts';
import { JsonPaths } from '../languages/json-paths.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import type { Variables } from '../state/variables.ts';

/** Sets variables to matches of paths in JSON. */
export const jsonPostProcessor: ElementCompiler = (element, context) => {
  const { environment } = context;
  const text = (property: string) => context.text(element, `JSONPostProcessor.${property}`);
  const names = text('referenceNames');
  const expressions = text('jsonPathExprs');
  const defaults = text('defaultValues');
  const numbers = text('match_numbers');
  const concatenates = text('compute_concat');
  const scope = sampleScope(element, context, 'Sample.scope');
  const reader = context.shared(JsonReader, () => new JsonReader());
  const paths = context.shared(JsonPaths, () => new JsonPaths());
  paths.prepare(expressions, (written) => javaSplit(written, ';').map(javaTrim).filter(Boolean));

  const extract = (user: User, documents: readonly string[], written: string): (string | null)[] => {
    if (written === '') {
      throw new Error('json can not be null or empty');
    }
    const path = paths.get(user, written);
    const values: (string | null)[] = [];
    for (const document of documents) {
      if (document === '') {
        throw new Error('json can not be null or empty');
      }
      try {
        for (const value of reader.find(document, path)) {
          values.push(variableText(value));
        }
      } catch (error) {
        if (!(error instanceof PathNotFound)) {
          throw error;
        }
      }
    }
    return values;
  };

  return {
    postProcessor: {
      process(user) {
        const { variables } = user;
        const documents = documentsOf(user, scope);
        const refNames = javaSplit(names.evaluate(user), ';');
        const written = javaSplit(expressions.evaluate(user), ';');
        const defaultValues = javaSplit(defaults.evaluate(user), ';');
        const wanted = matchNumbers(numbers.evaluate(user));
        if (refNames.length !== written.length || refNames.length !== defaultValues.length) {
          throw new Error('Mismatch between number of variables, json expressions and default values');
        }
        const joins = concatenates.evaluate(user).toLowerCase() === 'true';
        for (const [index, expression] of written.entries()) {
          const name = javaTrim(refNames[index] ?? '');
          const fallback = defaultValues[index] ?? '';
          clear(variables, name);
          if (documents.length === 0) {
            variables.set(name, fallback);
            continue;
          }
          try {
            const values = extract(user, documents, javaTrim(expression));
            save(variables, name, fallback, wanted[index] ?? 0, values, joins, environment.random);
          } catch (error) {
            if (error instanceof UnprovenAnswer) {
              stopForUnproven(user, error.message);
            }
            environment.log('error', `Error processing JSON content: ${String(error)}`);
            variables.set(name, fallback);
          }
        }
      },
    },
  };
};

function documentsOf(user: User, scope: ReturnType<typeof sampleScope>): string[] {
  const where = scope.of(user);
  if (where === 'variable') {
    return [user.variables.get(scope.variableName(user)) ?? ''];
  }
  const result = user.previousResult;
  return result
    ? samplesIn(where, result)
        .map((sample) => sample.text)
        .filter((body) => /\S/.test(body))
    : [];
}

function matchNumbers(written: string): number[] {
  return /\S/.test(written)
    ? javaSplit(written, ';').map((number) => Number(requireWhole(javaTrim(number), 32)))
    : [];
}

function clear(variables: Variables, name: string): void {
  variables.delete(`${name}_matchNr`);
  for (let index = 1; variables.delete(`${name}_${index}`); index++) {
    // Deletes the numbered variables up to the first that is not set.
  }
}

function save(
  variables: Variables,
  name: string,
  fallback: string,
  wanted: number,
  values: readonly (string | null)[],
  joins: boolean,
  random: () => number,
): void {
  if (values.length === 0) {
    variables.set(name, fallback);
    variables.set(`${name}_matchNr`, '0');
    if (wanted < 0 && joins) {
      variables.set(`${name}_ALL`, '');
    }
    return;
  }
  if (wanted < 0) {
    const texts = values.map((value) => value ?? fallback);
    for (const [index, value] of texts.entries()) {
      variables.set(`${name}_${index + 1}`, value);
    }
    if (joins) {
      variables.set(`${name}_ALL`, texts.join(','));
    }
  } else if (values.length === 1) {
    variables.set(name, values[0] ?? fallback);
  } else {
    const at = wanted === 0 ? Math.floor(random() * values.length) : wanted - 1;
    variables.set(name, values[at] ?? fallback);
  }
  if (wanted !== 0) {
    variables.set(`${name}_matchNr`, String(values.length));
  }
}
