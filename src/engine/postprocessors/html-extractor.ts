import { select } from '../../languages/css/select.ts';
import type { HtmlElement } from '../../languages/html/html-document.ts';
import { HtmlReader } from '../../languages/html/html-reader.ts';
import { elementText } from '../../languages/html/html-text.ts';
import { UnprovenHtml } from '../../languages/html/jsoup-parser.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import { parseInteger } from '../../languages/java/numbers.ts';
import type { ElementCompiler, User } from '../core.ts';
import { Selectors } from '../languages/selectors.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import type { Result } from '../state/result.ts';
import { takeCount } from './regex-extractor.ts';

/**
 * Documents of a user's last sample that JMeter keeps parsed: of the first sample and of the first variable that were
 * read.
 */
interface Sources {
  result: Result | undefined;
  sample: Result | undefined;
  variable: string | undefined;
}

/** Shared by all extractors of a worker, separate per user. */
const sourcesKey = Symbol('sources');

/** Sets variables to matches of a CSS selector in HTML. */
export const htmlExtractor: ElementCompiler = (element, context) => {
  const { environment } = context;
  const text = (property: string) => context.text(element, `HtmlExtractor.${property}`);
  const name = text('refname');
  const expression = text('expr');
  const attribute = text('attribute');
  const number = text('match_number');
  const fallback = text('default');
  const isEmptyDefault = text('default_empty_value');
  const scope = sampleScope(element, context, 'Sample.scope');
  const reader = context.shared(HtmlReader, () => new HtmlReader());
  const selectors = context.shared(Selectors, () => new Selectors());
  selectors.prepare(expression);

  const find = (user: User, result: Result, wanted: number): string[] => {
    const values: string[] = [];
    const selector = selectors.get(user, expression.evaluate(user));
    const wantedAttribute = attribute.evaluate(user);
    for (const text of textsOf(user, result, scope)) {
      for (const found of select(reader.read(text), selector)) {
        if (wanted > 0 && values.length === wanted) {
          return values;
        }
        values.push(valueIn(found, wantedAttribute));
      }
    }
    return values;
  };

  return {
    postProcessor: {
      process(user) {
        const result = user.previousResult;
        if (!result) {
          return;
        }
        const { variables } = user;
        const refName = name.evaluate(user);
        const wanted = parseInteger(number.evaluate(user)) ?? 0;
        const defaultValue = fallback.evaluate(user);
        if (defaultValue !== '' || isEmptyDefault.evaluate(user).toLowerCase() === 'true') {
          variables.set(refName, defaultValue);
        }
        const matches = findOrRefuse(user, () => find(user, result, wanted));
        const previous = takeCount(variables, `${refName}_matchNr`);
        const kept = wanted < 0 ? matches.length : 0;
        if (wanted < 0) {
          variables.set(`${refName}_matchNr`, String(kept));
          for (const [index, match] of matches.entries()) {
            variables.set(`${refName}_${index + 1}`, match);
          }
        } else {
          const match =
            matches[wanted === 0 ? Math.floor(environment.random() * matches.length) : wanted - 1];
          if (match !== undefined) {
            variables.set(refName, match);
          }
        }
        for (let index = kept + 1; index <= previous; index++) {
          variables.delete(`${refName}_${index}`);
        }
      },
    },
  };
};

function findOrRefuse(user: User, find: () => string[]): string[] {
  try {
    return find();
  } catch (error) {
    if (error instanceof UnprovenHtml) {
      user.runner.refuse(`The plan has come to ${error.message}`);
    }
    throw error;
  }
}

function valueIn(element: HtmlElement, attribute: string): string {
  return javaTrim(attribute) === ''
    ? elementText(element)
    : (element.attributes.get(attribute.toLowerCase()) ?? '');
}

/**
 * JMeter caches the first document of a sample, and the first of a variable, until the next sample, and reuses them for
 * other sub-samples and other variables as well.
 */
function* textsOf(user: User, result: Result, scope: ReturnType<typeof sampleScope>): Iterable<string> {
  const sources = user.stateOf(
    sourcesKey,
    (): Sources => ({ result: undefined, sample: undefined, variable: undefined }),
  );
  if (sources.result !== result) {
    sources.result = result;
    sources.sample = undefined;
    sources.variable = undefined;
  }
  const where = scope.of(user);
  if (where === 'variable') {
    const value = user.variables.get(scope.variableName(user)) ?? '';
    if (value !== '') {
      sources.variable ??= value;
      yield sources.variable;
    }
    return;
  }
  for (const [index, sample] of samplesIn(where, result).entries()) {
    if (index === 0) {
      sources.sample ??= sample;
    }
    yield (index === 0 ? (sources.sample ?? sample) : sample).text;
  }
}
