import type { RunFilterInput } from '../../../contract/inputs.ts';
import { type RunSort, runSorts } from '../../../contract/run-sorts.ts';

export const states = [
  'queued',
  'running',
  'finished',
  'passed',
  'failed',
  'finished_with_errors',
  'broken',
  'doubtful',
] as const;
export const tools = [
  'jmeter',
  'gatling',
  'java-selenium-chrome',
  'java-selenium-firefox',
  'service-chrome',
] as const;

export type Filter = Omit<RunFilterInput, 'page'>;

/** Filter from the query. Unknown values are ignored, so that old links keep working. */
export function readFilter(params: URLSearchParams): Filter {
  const text = (name: string) => params.get(name)?.trim() || undefined;
  const [search, tag, project] = [text('search'), text('tag'), text('project')];
  const tool = tools.find((each) => each === params.get('tool'));
  const state = states.find((each) => each === params.get('state'));
  return {
    ...(search === undefined ? {} : { search }),
    ...(tag === undefined ? {} : { tag }),
    ...(project === undefined ? {} : { project }),
    ...(tool === undefined ? {} : { tool }),
    ...(state === undefined ? {} : { state }),
  };
}

/** Sort order from the query; unknown values are ignored. */
export function readSortOrder(params: URLSearchParams): RunSort | undefined {
  const given = params.get('sort');
  return runSorts.flatMap((name): RunSort[] => [name, `-${name}`]).find((each) => each === given);
}

export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** Limit of the service. */
export const maxCompared = 8;

export function readPicked(params: URLSearchParams): string[] {
  return readIds(params.get('pick')).slice(0, maxCompared);
}

/** Toggles the selection of a run, up to the limit. */
export function togglePick(picked: readonly string[], id: string): string[] {
  if (picked.includes(id)) return picked.filter((each) => each !== id);
  return picked.length < maxCompared ? [...picked, id] : [...picked];
}

/** Distinct ids from the query, in order: `pick=a,b` on the list, `runs=a,b` on the comparison. */
export function readIds(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').map((id) => id.trim()))].filter((id) => id !== '');
}
