import { javaTrim } from '../../languages/java/java-text.ts';
import { requireWhole } from '../../languages/java/numbers.ts';
import { strictText } from '../../languages/json/jackson-text.ts';
import { UnprovenAnswer } from '../../languages/json-path/json-path.ts';
import type { ElementCompiler, User } from '../core.ts';
import { stopForUnproven } from '../languages/compiled-cache.ts';
import { JmesPaths } from '../languages/jmes-paths.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import type { Variables } from '../state/variables.ts';

/** Sets variables to results of a JMESPath on JSON. */
export const jmesPathExtractor: ElementCompiler = (element, context) => {
  const { world } = context;
  const text = (property: string) => context.text(element, `JMESExtractor.${property}`);
  const name = text('referenceName');
  const expression = text('jmesPathExpr');
  const fallback = text('defaultValue');
  const number = text('matchNumber');
  const scope = sampleScope(element, context, 'Sample.scope');
  const paths = context.shared(JmesPaths, () => new JmesPaths());
  paths.prepare(expression, (written) => [javaTrim(written)]);

  const extract = (user: User, documents: readonly string[], written: string): string[] => {
    const path = paths.get(user, written);
    return documents.flatMap((document) => {
      const found = path(paths.read(document));
      const values = Array.isArray(found) ? found : found === null ? [] : [found];
      return values.map((value) => (typeof value === 'string' ? value : strictText(value)));
    });
  };

  return {
    postProcessor: {
      process(user) {
        const { variables } = user;
        const documents = documentsOf(user, scope);
        const refName = name.evaluate(user);
        const otherwise = fallback.evaluate(user);
        const wantedText = number.evaluate(user);
        const wanted = /\S/.test(wantedText) ? Number(requireWhole(wantedText, 32)) : 0;
        const written = javaTrim(expression.evaluate(user));
        clear(variables, refName);
        if (documents.length === 0) {
          variables.set(refName, otherwise);
          return;
        }
        try {
          const values = extract(user, documents, written);
          save(variables, refName, otherwise, wanted, values, world.random);
        } catch (error) {
          if (error instanceof UnprovenAnswer) {
            stopForUnproven(user, error.message);
          }
          world.log('error', `Error processing JSON content in ${element.name}: ${String(error)}`);
          variables.set(refName, otherwise);
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

function clear(variables: Variables, name: string): void {
  variables.delete(`${name}_matchNr`);
  for (let index = 1; variables.delete(`${name}_${index}`); index++) {
    // All matches.
  }
}

function save(
  variables: Variables,
  name: string,
  otherwise: string,
  wanted: number,
  values: readonly string[],
  random: () => number,
): void {
  const [only = otherwise] = values;
  if (wanted < 0 && values.length > 0) {
    for (const [index, value] of values.entries()) {
      variables.set(`${name}_${index + 1}`, value);
    }
  } else if (values.length < 2) {
    variables.set(name, only);
  } else {
    const at = wanted === 0 ? Math.floor(random() * values.length) : wanted - 1;
    variables.set(name, values[at] ?? otherwise);
  }
  variables.set(`${name}_matchNr`, String(values.length));
}
