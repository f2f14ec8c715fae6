import type { RunFilterInput } from '../../../contract/inputs.ts';

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

/** Which runs the address asks for. What the service does not know is left out, so that an old link still shows something. */
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

export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** The service compares no more at once. */
export const mostCompared = 8;

export function readPicked(params: URLSearchParams): string[] {
  return readIds(params.get('pick')).slice(0, mostCompared);
}

/** Picks a run, or no longer. One more than can be compared is not picked. */
export function togglePick(picked: readonly string[], id: string): string[] {
  if (picked.includes(id)) return picked.filter((each) => each !== id);
  return picked.length < mostCompared ? [...picked, id] : [...picked];
}

/** Ids in the address, in their order, each once: `pick=a,b` here, `runs=a,b` on the page that compares. */
export function readIds(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').map((id) => id.trim()))].filter((id) => id !== '');
}
