import type { ScopeInput } from '../contract/inputs.ts';
import { scopeNames } from '../contract/scope-words.ts';
import { nearest } from '../lib/nearest.ts';
import { CliError } from './cli-error.ts';

/** Parses --scope read --scope run, or --scope read,run; undefined without --scope. */
export function readScopes(given: readonly string[] | undefined): ScopeInput[] | undefined {
  if (given === undefined) return undefined;
  return given.flatMap((text) => text.split(',')).map((text) => readScope(text.trim()));
}

function readScope(text: string): ScopeInput {
  const scope = scopeNames.find((one) => one === text);
  if (scope !== undefined) return scope;
  const meant = nearest(text, scopeNames);
  throw new CliError(
    `Unknown scope: "${text}".`,
    meant ? `Did you mean ${meant}?` : `Use one of: ${scopeNames.join(', ')}.`,
  );
}
