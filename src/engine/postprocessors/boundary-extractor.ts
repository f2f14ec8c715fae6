import { parseInteger } from '../../languages/java/numbers.ts';
import type { ElementCompiler } from '../core.ts';
import { matchTarget } from '../sampling/match-target.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import type { Variables } from '../state/variables.ts';
import { takeCount } from './regex-extractor.ts';

/** Sets variables to the text between two boundaries. */
export const boundaryExtractor: ElementCompiler = (element, context) => {
  const { environment } = context;
  const text = (property: string) => context.text(element, `BoundaryExtractor.${property}`);
  const field = text('useHeaders');
  const name = text('refname');
  const left = text('lboundary');
  const right = text('rboundary');
  const fallback = text('default');
  const isEmptyDefault = text('default_empty_value');
  const number = text('match_number');
  const scope = sampleScope(element, context, 'Sample.scope');
  return {
    postProcessor: {
      process(user) {
        const result = user.previousResult;
        if (!result) {
          return;
        }
        const refName = name.evaluate(user);
        if (refName === '') {
          throw new Error('One of the mandatory properties is missing in Boundary Extractor');
        }
        const { variables } = user;
        const defaultValue = fallback.evaluate(user);
        if (/\S/.test(defaultValue) || isEmptyDefault.evaluate(user).toLowerCase() === 'true') {
          variables.set(refName, defaultValue);
        }
        const wanted = parseInteger(number.evaluate(user)) ?? 0;
        const previous = takeCount(variables, `${refName}_matchNr`);
        const where = scope.of(user);
        const inputs =
          where === 'variable'
            ? [variables.get(scope.variableName(user)) ?? '']
            : samplesIn(where, result).map((sample) => matchTarget(field.evaluate(user), sample));
        const matches: string[] = [];
        const [before, after] = [left.evaluate(user), right.evaluate(user)];
        for (const input of inputs) {
          between(before, after, input, matches);
        }
        // For a variable with only one boundary JMeter uses its single match, whatever the match number.
        const isAnyMatch = where === 'variable' && (before === '' || after === '');
        const place = wanted > 0 && isAnyMatch ? 1 : wanted;
        const kept = save(variables, refName, place, matches, environment.random);
        for (let index = kept + 1; index <= previous; index++) {
          variables.delete(`${refName}_${index}`);
        }
      },
    },
  };
};

/** Returns how many numbered variables (`name_1`, …) are set. */
function save(
  variables: Variables,
  name: string,
  wanted: number,
  matches: readonly string[],
  random: () => number,
): number {
  if (wanted >= 0) {
    const match = matches[wanted === 0 ? Math.floor(random() * matches.length) : wanted - 1];
    if (match !== undefined) {
      variables.set(name, match);
    }
    return 0;
  }
  variables.set(`${name}_matchNr`, String(matches.length));
  for (const [index, match] of matches.entries()) {
    variables.set(`${name}_${index + 1}`, match);
  }
  return matches.length;
}

function between(left: string, right: string, input: string, matches: string[]): void {
  if (!/\S/.test(input)) {
    return;
  }
  if (left === '' && right === '') {
    matches.push(input);
    return;
  }
  if (left === '') {
    const end = input.indexOf(right);
    if (end !== -1) {
      matches.push(input.slice(0, end));
    }
    return;
  }
  if (right === '') {
    const start = input.indexOf(left);
    if (start !== -1) {
      matches.push(input.slice(start + left.length));
    }
    return;
  }
  for (let start = input.indexOf(left); start !== -1; start = input.indexOf(left, start + left.length)) {
    const end = input.indexOf(right, start + left.length);
    if (end === -1) {
      return;
    }
    matches.push(input.slice(start + left.length, end));
  }
}
