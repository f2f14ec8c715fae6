import type { RequestCheck, RequestExtractor } from '../contract/resources/plan-conversion.ts';
import { isObject, objectsIn, valueText } from './parse-document.ts';

export interface ReadScripts {
  checks: RequestCheck[];
  extractors: RequestExtractor[];
  /** Whether everything in the scripts was converted. */
  isComplete: boolean;
}

const statusCheck =
  /\.to\.have\.status\(\s*(\d{3})\s*\)|responseCode\.code\s*===?\s*(\d{3})|pm\.response\.code\)\.to\.(?:eql|equal)\(\s*(\d{3})\s*\)/g;

const setVariable =
  /(?:pm\.(?:environment|collectionVariables|globals|variables)\.set|postman\.set(?:Environment|Global)Variable)\(\s*["']([\w.-]+)["']\s*,\s*(?:pm\.response\.json\(\)|JSON\.parse\(responseBody\)|\w+)((?:\.[A-Za-z_]\w*|\[\d+\])+)\s*\)/g;

/** Finds checks of the status and variables set from JSON responses in the scripts of a request. */
export function readScripts(events: unknown): ReadScripts {
  const tests = scriptOf(events, 'test');
  const checks = [...tests.matchAll(statusCheck)].map(
    ([, one, two, three]): RequestCheck => ({ kind: 'status', value: one ?? two ?? three ?? '' }),
  );
  const found = [...tests.matchAll(setVariable)].filter(([, , path]) => !path?.endsWith('.length'));
  const extractors = found.map(
    ([, variable = '', path = '']): RequestExtractor => ({
      variable,
      kind: 'json_path',
      expression: `$${path}`,
      fallback: '',
      enabled: true,
    }),
  );
  const left = tests.replace(statusCheck, '').replace(setVariable, '');
  const isComplete =
    scriptOf(events, 'prerequest').trim() === '' &&
    !/pm\.(?:expect|sendRequest|test)|\bset\w*\(|tests\[/.test(
      left.replace(/pm\.test\([^)]*?(?:=>|function)/g, ''),
    );
  return { checks: checks.slice(0, 1), extractors: unique(extractors), isComplete };
}

function scriptOf(events: unknown, listen: string): string {
  return objectsIn(events)
    .filter((event) => event.listen === listen && isObject(event.script))
    .map(({ script }) => (isObject(script) ? script.exec : ''))
    .map((lines) => (Array.isArray(lines) ? lines.map(valueText).join('\n') : valueText(lines)))
    .join('\n')
    .slice(0, 100_000);
}

function unique(extractors: readonly RequestExtractor[]): RequestExtractor[] {
  return [...new Map(extractors.map((each) => [each.variable, each])).values()];
}
