import { parseInteger, wholeText } from '../../languages/java/numbers.ts';
import type { OroRegex } from '../../languages/oro-regex/oro-regex.ts';
import type { ElementCompiler } from '../core.ts';
import { regexKeeper } from '../languages/regex-keeper.ts';
import { matchTarget } from '../sampling/match-target.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import type { VariableName, VariableNames, Variables } from '../state/variables.ts';
import { ownCopy } from '../text/own-copy.ts';
import { fillTemplate, parseTemplate, type TemplatePiece } from '../text/regex-template.ts';

/** Sets variables to matches of an expression: one, a random one or all. */
export const regexExtractor: ElementCompiler = (element, context) => {
  const { environment } = context;
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
  const constantNames =
    name.constant === undefined ? undefined : new Names(name.constant, environment.variableNames);
  constantNames?.expectGroups(expression.raw);
  return {
    postProcessor: {
      process(user) {
        // JMeter evaluates the template once per user.
        const pieces = constantTemplate ?? user.stateOf(key, () => parseTemplate(template.evaluate(user)));
        const result = user.previousResult;
        if (!result) {
          return;
        }
        const { variables } = user;
        const names = constantNames ?? new Names(name.evaluate(user), environment.variableNames);
        const wanted = parseInteger(number.evaluate(user)) ?? 0;
        const defaultValue = fallback.evaluate(user);
        if (defaultValue !== '' || isEmptyDefault.evaluate(user).toLowerCase() === 'true') {
          variables.write(names.name, defaultValue);
        }
        const regex = regexOf(expression.evaluate(user), user);
        const most = wanted > 0 ? wanted : Number.POSITIVE_INFINITY;
        const where = scope.of(user);
        const matches =
          where === 'variable'
            ? findInText(regex, variables.get(scope.variableName(user)), most)
            : findInSamples(regex, samplesIn(where, result), field.evaluate(user), most);
        save(variables, names, wanted, matches, pieces, environment.random);
      },
    },
  };
};

function findInText(regex: OroRegex, text: string | undefined, most: number): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  if (text !== undefined) {
    regex.findIn(text, matches, most);
  }
  return matches;
}

function findInSamples(
  regex: OroRegex,
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

/** Fast path for match number 1: stops at the first match. */
function firstInSamples(
  regex: OroRegex,
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
  const previous = takeCountAt(variables, names.count);
  let kept = 0;
  if (wanted >= 0) {
    const match = matches[wanted === 0 ? Math.floor(random() * matches.length) : wanted - 1];
    if (match) {
      variables.write(names.name, ownCopy(fillTemplate(pieces, match), match.input));
      saveGroups(variables, names, match);
    } else {
      removeGroups(variables, names);
    }
  } else {
    removeGroups(variables, names);
    kept = matches.length;
    variables.write(names.count, String(kept));
    for (const [index, match] of matches.entries()) {
      const numbered = names.numbered(index + 1);
      variables.write(numbered.name, ownCopy(fillTemplate(pieces, match), match.input));
      saveGroups(variables, numbered, match);
    }
  }
  for (let index = kept + 1; index <= previous; index++) {
    const numbered = names.numbered(index);
    variables.remove(numbered.name);
    removeGroups(variables, numbered);
  }
}

/** Returns the match count of the previous extraction and removes its variable; 0 if not set. */
export function takeCount(variables: Variables, name: string): number {
  const written = variables.get(name);
  if (written === undefined) {
    return 0;
  }
  variables.delete(name);
  return parseInteger(written) ?? 0;
}

/** Same as `takeCount`, by slot. Usually the variable is not set. */
function takeCountAt(variables: Variables, name: VariableName): number {
  const written = variables.read(name);
  if (written === undefined) {
    return 0;
  }
  variables.remove(name);
  return parseInteger(written) ?? 0;
}

function saveGroups(variables: Variables, names: Names, match: RegExpExecArray): void {
  const before = variables.read(names.groups);
  for (let group = 0; group < match.length; group++) {
    const value = match[group];
    if (value === undefined) {
      variables.remove(names.group(group));
    } else {
      variables.write(names.group(group), ownCopy(value, match.input));
    }
  }
  const count = wholeText(match.length - 1);
  if (before !== count) {
    variables.write(names.groups, count);
    const previous = parseInteger(before ?? '') ?? 0;
    for (let group = match.length; group <= previous; group++) {
      variables.remove(names.group(group));
    }
  }
}

function removeGroups(variables: Variables, names: Names): void {
  const groups = takeCountAt(variables, names.groups);
  for (let group = 0; group <= groups; group++) {
    variables.remove(names.group(group));
  }
}

const maxNumbered = 1000;
const maxGroups = 100;
const maxExpected = 9;

/** Names of the variables of one match, created once. */
class Names {
  readonly name: VariableName;
  readonly count: VariableName;
  readonly groups: VariableName;
  readonly #all: VariableNames;
  readonly #group: VariableName[] = [];
  #numbered: Names[] | undefined;

  constructor(name: string, all: VariableNames) {
    this.#all = all;
    this.name = all.name(name);
    this.count = all.name(`${name}_matchNr`);
    this.groups = all.name(`${name}_g`);
  }

  /** Prepares names for at least as many groups as the expression has, up to a limit. */
  expectGroups(expression: string): void {
    const most = Math.min(expression.split('(').length - 1, maxExpected);
    for (let index = 0; index <= most; index++) {
      this.group(index);
    }
  }

  group(index: number): VariableName {
    const known = this.#group[index];
    if (known !== undefined) {
      return known;
    }
    const name = this.#all.name(this.groups.text + index);
    if (index < maxGroups) {
      this.#group[index] = name;
    }
    return name;
  }

  numbered(index: number): Names {
    this.#numbered ??= [];
    let names = this.#numbered[index];
    if (!names) {
      names = new Names(`${this.name.text}_${index}`, this.#all);
      if (index < maxNumbered) {
        this.#numbered[index] = names;
      }
    }
    return names;
  }
}
