import { parseInteger } from '../../languages/java/numbers.ts';
import { UnprovenXml } from '../../languages/xml/xml-document.ts';
import { DocumentProblem, type PostProcessor, type Text, type User } from '../core.ts';
import type { Result } from '../state/result.ts';
import type { Variables } from '../state/variables.ts';

type Matches = readonly (string | undefined)[];

export interface MatchFinder {
  elementName: Text;
  name: Text;
  fallback: Text;
  /** One value per match; undefined for a node without a value. */
  find(user: User): Matches | Promise<Matches>;
  /** Whether the error is an invalid document or path, which becomes an assertion result. */
  isExpected(error: unknown): boolean;
}

/** Sets variables to the matches of an XPath extractor. */
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
      const fail = (error: unknown): void => {
        if (error instanceof UnprovenXml) {
          user.runner.refuse(`The plan has come to ${error.message}`);
        }
        if (!(error instanceof Error && isExpected(error))) {
          throw error;
        }
        addProblem(result, elementName.evaluate(user), error);
      };
      try {
        const found = find(user);
        if (found instanceof Promise) {
          return found.then((matches) => save(variables, refName, previous, matches)).catch(fail);
        }
        save(variables, refName, previous, found);
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** Adds an assertion result. Only errors of the tolerant parser and an unavailable DTD fail the sample as well. */
function addProblem(result: Result, name: string, error: Error): void {
  const what = error instanceof DocumentProblem ? error.what : 'not-readable';
  const isError = what === 'not-loaded';
  result.isSuccess &&= what === 'not-readable';
  result.addAssertion({
    name,
    isFailure: !isError,
    isError,
    message: isError
      ? `IOException: ${error.message}`
      : `${error.message}\nSee log file for further details.`,
  });
}

function save(variables: Variables, name: string, previous: number, matches: Matches): void {
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
