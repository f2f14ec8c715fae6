import type { ElementCompiler } from '../core.ts';
import { matchTarget } from '../sampling/match-target.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import { type JavaRegex, regexKeeper } from '../text/java-regex.ts';
import { parseInteger } from '../text/numbers.ts';
import { fillTemplate, parseTemplate, type TemplatePiece } from './regex-template.ts';

type Variables = Map<string, string>;

/** Sets variables to what an expression finds: one match, a random one or all. */
export const regexExtractor: ElementCompiler = (element, context) => {
  const { world } = context;
  const text = (property: string) => context.text(element, `RegexExtractor.${property}`);
  const field = text('useHeaders');
  const name = text('refname');
  const expression = text('regex');
  const regexOf = regexKeeper(expression);
  const template = text('template');
  const constantTemplate = template.constant === undefined ? undefined : parseTemplate(template.constant);
  const fallback = text('default');
  const isEmptyDefault = text('default_empty_value');
  const number = text('match_number');
  const scope = sampleScope(element, context, 'Sample.scope');
  const key = {};
  return {
    postProcessor: {
      process(user) {
        // A user keeps the template as it was the first time.
        const pieces = constantTemplate ?? user.keep(key, () => parseTemplate(template.evaluate(user)));
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
        const regex = regexOf(expression.evaluate(user), user);
        const matches: RegExpExecArray[] = [];
        const most = wanted > 0 ? wanted : Number.POSITIVE_INFINITY;
        const where = scope.of(user);
        if (where === 'variable') {
          const input = variables.get(scope.variableName(user));
          if (input !== undefined) {
            regex.findIn(input, matches, most);
          }
        } else {
          find(regex, samplesIn(where, result), field.evaluate(user), matches, most);
        }
        save(variables, refName, wanted, matches, pieces, world.random);
      },
    },
  };
};

function find(
  regex: JavaRegex,
  samples: ReturnType<typeof samplesIn>,
  field: string,
  matches: RegExpExecArray[],
  most: number,
): void {
  for (const sample of samples) {
    regex.findIn(matchTarget(field, sample), matches, most);
    if (matches.length === most) {
      return;
    }
  }
}

function save(
  variables: Variables,
  name: string,
  wanted: number,
  matches: readonly RegExpExecArray[],
  pieces: readonly TemplatePiece[],
  random: () => number,
): void {
  const previous = takeCount(variables, `${name}_matchNr`);
  let kept = 0;
  if (wanted >= 0) {
    const match = matches[wanted === 0 ? Math.floor(random() * matches.length) : wanted - 1];
    if (match) {
      variables.set(name, fillTemplate(pieces, match));
      saveGroups(variables, name, match);
    } else {
      removeGroups(variables, name);
    }
  } else {
    removeGroups(variables, name);
    kept = matches.length;
    variables.set(`${name}_matchNr`, String(kept));
    for (const [index, match] of matches.entries()) {
      const numbered = `${name}_${index + 1}`;
      variables.set(numbered, fillTemplate(pieces, match));
      saveGroups(variables, numbered, match);
    }
  }
  for (let index = kept + 1; index <= previous; index++) {
    variables.delete(`${name}_${index}`);
    removeGroups(variables, `${name}_${index}`);
  }
}

/** A count that an extractor left the last time; it goes. */
export function takeCount(variables: Variables, name: string): number {
  const written = variables.get(name);
  if (written === undefined) {
    return 0;
  }
  variables.delete(name);
  return parseInteger(written) ?? 0;
}

function saveGroups(variables: Variables, name: string, match: RegExpExecArray): void {
  const base = `${name}_g`;
  const previous = parseInteger(variables.get(base) ?? '') ?? 0;
  for (let group = 0; group < match.length; group++) {
    const value = match[group];
    if (value === undefined) {
      variables.delete(base + group);
    } else {
      variables.set(base + group, value);
    }
  }
  variables.set(base, String(match.length - 1));
  for (let group = match.length; group <= previous; group++) {
    variables.delete(base + group);
  }
}

function removeGroups(variables: Variables, name: string): void {
  const base = `${name}_g`;
  const groups = takeCount(variables, base);
  for (let group = 0; group <= groups; group++) {
    variables.delete(base + group);
  }
}
