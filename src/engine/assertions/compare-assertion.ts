import {
  booleanProperty,
  isElement,
  listProperty,
  type PlanElement,
  textProperty,
} from '../../jmx/plan-tree.ts';
import { toLong } from '../../languages/java/numbers.ts';
import type { OroRegex } from '../../languages/oro-regex/oro-regex.ts';
import type { Assertion, ElementCompiler, User } from '../core.ts';
import { constantRegex } from '../languages/regex-keeper.ts';
import type { Result } from '../state/result.ts';

/** Responses of a user in this iteration. */
interface Seen {
  content: string | undefined;
  elapsedMs: number;
  hasDiffered: boolean;
  widestMs: number;
}

/** Compares the texts and durations of all responses in its scope within an iteration. */
export const compareAssertion: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  // Properties missing in the file are false and 0, unlike the defaults of the GUI.
  const comparesContent = booleanProperty(element, 'compareContent');
  const most = context.text(element, 'compareTime');
  const without = substitutions(element);
  const key = Symbol('compared');
  const keeper = (user: User) => user.keep<{ seen: Seen | undefined }>(key, () => ({ seen: undefined }));

  const problem = (result: Result, seen: Seen, user: User): string => {
    note(seen, result, comparesContent ? without(result.text, user) : undefined);
    const maxMs = toLong(most.evaluate(user));
    if (maxMs >= 0 && seen.widestMs > maxMs) {
      return `Responses differ in response time by more than${maxMs} ms`;
    }
    return seen.hasDiffered ? 'Responses differ in content' : '';
  };

  const assertion: Assertion = {
    name,
    scope: () => 'parent',
    check: (result, user) => {
      const { seen } = keeper(user);
      if (!seen) {
        // Outside of thread groups it receives no iteration events.
        throw new Error('Cannot invoke "java.util.List.add(Object)" because "this.responses" is null');
      }
      const message = problem(result, seen, user);
      return { name: name.evaluate(user), isFailure: message !== '', isError: false, message };
    },
  };
  return {
    assertion,
    iterationListener: {
      iterationStart: (user) => {
        keeper(user).seen = { content: undefined, elapsedMs: -1, hasDiffered: false, widestMs: -1 };
      },
    },
  };
};

function note(seen: Seen, result: Result, content: string | undefined): void {
  seen.hasDiffered ||= seen.content !== undefined && seen.content !== content;
  seen.content = content;
  if (seen.elapsedMs !== -1) {
    seen.widestMs = Math.max(seen.widestMs, Math.abs(seen.elapsedMs - result.elapsedMs));
  }
  seen.elapsedMs = result.elapsedMs;
}

/** Removes the parts that may differ. */
function substitutions(element: PlanElement): (content: string, user: User) => string {
  const all = listProperty(element, 'stringsToSkip')
    .map(({ value }) => value)
    .filter(isElement)
    .map((each) => ({
      regexOf: constantRegex(textProperty(each, 'regex')),
      by: textProperty(each, 'substitute'),
    }));
  return (content, user) =>
    all.reduce((text, { regexOf, by }) => replaceAll(text, regexOf(user), by), content);
}

function replaceAll(text: string, regex: OroRegex, by: string): string {
  const matches: RegExpExecArray[] = [];
  regex.findIn(text, matches, Number.POSITIVE_INFINITY);
  let [replaced, end] = ['', 0];
  for (const match of matches) {
    replaced += text.slice(end, match.index) + by;
    end = match.index + match[0].length;
  }
  return replaced + text.slice(end);
}
