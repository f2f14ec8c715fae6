import { parseInteger } from '../../languages/java/numbers.ts';
import { UnprovenXml } from '../../languages/xml/xml-document.ts';
import type { PostProcessor, Text, User } from '../core.ts';
import type { Variables } from '../state/variables.ts';

export interface MatchFinder {
  elementName: Text;
  name: Text;
  fallback: Text;
  /** One value for each match; undefined where a node has none of its own. */
  find(user: User): (string | undefined)[];
  /** Whether a document or a path that is wrong is all that was met. */
  isExpected(error: unknown): boolean;
}

/** What the extractors for XPath 1 and 2 do with what they find. */
export function savingMatches({ elementName, name, fallback, find, isExpected }: MatchFinder): PostProcessor {
  return {
    process(user) {
      const result = user.previousResult;
      if (!result) {
        return;
      }
      const { variables } = user;
      const refName = name.evaluate(user);
      variables.set(refName, fallback.evaluate(user));
      const previous = parseInteger(variables.get(`${refName}_matchNr`) ?? '') ?? 0;
      variables.set(`${refName}_matchNr`, '0');
      variables.delete(`${refName}_1`);
      try {
        save(variables, refName, previous, find(user));
      } catch (error) {
        if (error instanceof UnprovenXml) {
          user.runner.refuse(`The plan has come to ${error.message}`);
        }
        if (!(error instanceof Error && isExpected(error))) {
          throw error;
        }
        // The sample stays as good as it was.
        result.addAssertion({
          name: elementName.evaluate(user),
          isFailure: true,
          isError: false,
          message: `${error.message}\nSee log file for further details.`,
        });
      }
    },
  };
}

function save(
  variables: Variables,
  name: string,
  previous: number,
  matches: readonly (string | undefined)[],
): void {
  variables.set(`${name}_matchNr`, String(matches.length));
  if (matches[0] !== undefined) {
    variables.set(name, matches[0]);
  }
  for (const [index, match] of matches.entries()) {
    if (match !== undefined) {
      variables.set(`${name}_${index + 1}`, match);
    }
  }
  variables.delete(`${name}_${matches.length + 1}`);
  for (let index = matches.length + 2; index <= previous; index++) {
    variables.delete(`${name}_${index}`);
  }
}
