import { parseInteger } from '../../languages/java/numbers.ts';
import type { Text, TextFunctionMaker, User } from '../core.ts';
import { regexKeeper } from '../languages/regex-keeper.ts';
import type { Variables } from '../state/variables.ts';
import { fillTemplate, parseTemplate } from '../text/regex-template.ts';

/** `${__regexFunction(regex,template,which,between,default,name,input)}`: on the last response, or on a variable. */
export const regexFunction: TextFunctionMaker = (args, environment) => {
  const [regex, template, which, between, fallback, name, input] = args;
  if (!regex) {
    throw new Error('__regexFunction called with wrong number of parameters');
  }
  const regexOf = regexKeeper(regex);
  const value = (arg: Text | undefined, user: User) => arg?.evaluate(user) ?? '';
  return {
    evaluate: (user) => {
      const pieces = parseTemplate(value(template, user));
      const wanted = value(which, user) || '1';
      const separator = value(between, user);
      const defaultValue = value(fallback, user);
      const target = value(name, user);
      const source = value(input, user);
      const { variables } = user;
      if (target !== '') {
        variables.set(target, defaultValue);
      }
      const text = source === '' ? user.previousResult?.text : variables.get(source);
      if (text === undefined || text === '') {
        return defaultValue;
      }
      const matches: RegExpExecArray[] = [];
      regexOf(regex.evaluate(user), user).findIn(text, matches, Number.POSITIVE_INFINITY);
      if (target !== '') {
        variables.set(`${target}_matchNr`, String(matches.length));
      }
      const chosen = choose(matches, wanted, environment.random);
      if (chosen.length === 0) {
        return defaultValue;
      }
      return chosen
        .map((match) => save(variables, target, match, fillTemplate(pieces, match)))
        .join(separator);
    },
  };
};

function choose(matches: RegExpExecArray[], wanted: string, random: () => number): RegExpExecArray[] {
  if (wanted === 'ALL') {
    return matches;
  }
  const at = wanted === 'RAND' ? Math.floor(random() * matches.length) : (parseInteger(wanted) ?? 0) - 1;
  return matches.slice(at, at + 1);
}

/** As in JMeter, the variables of groups are set even if the name is empty. */
function save(variables: Variables, name: string, match: RegExpExecArray, text: string): string {
  for (const [group, value] of match.entries()) {
    if (value === undefined) {
      variables.delete(`${name}_g${group}`);
    } else {
      variables.set(`${name}_g${group}`, value);
    }
  }
  if (name !== '') {
    variables.set(name, text);
  }
  return text;
}
