import type { ElementCompiler } from '../core.ts';
import { matchTarget } from '../sampling/match-target.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import { type JavaRegex, regexKeeper } from '../text/java-regex.ts';
import { parseInteger, wholeText } from '../text/numbers.ts';
import { ownCopy } from '../text/own-copy.ts';
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
  const constantNames = name.constant === undefined ? undefined : new Names(name.constant);
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
        const names = constantNames ?? new Names(name.evaluate(user));
        const wanted = parseInteger(number.evaluate(user)) ?? 0;
        const defaultValue = fallback.evaluate(user);
        if (defaultValue !== '' || isEmptyDefault.evaluate(user).toLowerCase() === 'true') {
          variables.set(names.name, defaultValue);
        }
        const regex = regexOf(expression.evaluate(user), user);
        const most = wanted > 0 ? wanted : Number.POSITIVE_INFINITY;
        const where = scope.of(user);
        const matches =
          where === 'variable'
            ? findInText(regex, variables.get(scope.variableName(user)), most)
            : findInSamples(regex, samplesIn(where, result), field.evaluate(user), most);
        save(variables, names, wanted, matches, pieces, world.random);
      },
    },
  };
};

function findInText(regex: JavaRegex, text: string | undefined, most: number): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  if (text !== undefined) {
    regex.findIn(text, matches, most);
  }
  return matches;
}

function findInSamples(
  regex: JavaRegex,
  samples: ReturnType<typeof samplesIn>,
  field: string,
  most: number,
): readonly RegExpExecArray[] {
  if (most === 1) {
    return firstInSamples(regex, samples, field);
  }
  const matches: RegExpExecArray[] = [];
  for (const sample of samples) {
    regex.findIn(matchTarget(field, sample), matches, most);
    if (matches.length === most) {
      return matches;
    }
  }
  return matches;
}

/** What most plans want. */
function firstInSamples(
  regex: JavaRegex,
  samples: ReturnType<typeof samplesIn>,
  field: string,
): readonly RegExpExecArray[] {
  for (const sample of samples) {
    const match = regex.firstIn(matchTarget(field, sample));
    if (match !== null) {
      return [match];
    }
  }
  return [];
}

function save(
  variables: Variables,
  names: Names,
  wanted: number,
  matches: readonly RegExpExecArray[],
  pieces: readonly TemplatePiece[],
  random: () => number,
): void {
  const previous = takeCount(variables, names.count);
  let kept = 0;
  if (wanted >= 0) {
    const match = matches[wanted === 0 ? Math.floor(random() * matches.length) : wanted - 1];
    if (match) {
      variables.set(names.name, ownCopy(fillTemplate(pieces, match), match.input));
      saveGroups(variables, names, match);
    } else {
      removeGroups(variables, names);
    }
  } else {
    removeGroups(variables, names);
    kept = matches.length;
    variables.set(names.count, String(kept));
    for (const [index, match] of matches.entries()) {
      const numbered = names.numbered(index + 1);
      variables.set(numbered.name, ownCopy(fillTemplate(pieces, match), match.input));
      saveGroups(variables, numbered, match);
    }
  }
  for (let index = kept + 1; index <= previous; index++) {
    const numbered = names.numbered(index);
    variables.delete(numbered.name);
    removeGroups(variables, numbered);
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

function saveGroups(variables: Variables, names: Names, match: RegExpExecArray): void {
  const before = variables.get(names.groups);
  for (let group = 0; group < match.length; group++) {
    const value = match[group];
    if (value === undefined) {
      variables.delete(names.group(group));
    } else {
      variables.set(names.group(group), ownCopy(value, match.input));
    }
  }
  const count = wholeText(match.length - 1);
  if (before !== count) {
    variables.set(names.groups, count);
    const previous = parseInteger(before ?? '') ?? 0;
    for (let group = match.length; group <= previous; group++) {
      variables.delete(names.group(group));
    }
  }
}

function removeGroups(variables: Variables, names: Names): void {
  const groups = takeCount(variables, names.groups);
  for (let group = 0; group <= groups; group++) {
    variables.delete(names.group(group));
  }
}

const mostNumbered = 1000;
const mostGroups = 100;

/** The names of the variables that one match sets, made once. */
class Names {
  readonly name: string;
  readonly count: string;
  readonly groups: string;
  readonly #group: string[] = [];
  #numbered: Names[] | undefined;

  constructor(name: string) {
    this.name = name;
    this.count = `${name}_matchNr`;
    this.groups = `${name}_g`;
  }

  group(index: number): string {
    const known = this.#group[index];
    if (known !== undefined) {
      return known;
    }
    const name = this.groups + index;
    if (index < mostGroups) {
      this.#group[index] = name;
    }
    return name;
  }

  numbered(index: number): Names {
    this.#numbered ??= [];
    let names = this.#numbered[index];
    if (!names) {
      names = new Names(`${this.name}_${index}`);
      if (index < mostNumbered) {
        this.#numbered[index] = names;
      }
    }
    return names;
  }
}
