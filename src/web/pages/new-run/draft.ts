import type { ContractError } from '../../../contract/contract-error.ts';
import type { NewRunInput } from '../../../contract/inputs.ts';

/** A run as it is being written on the page: all as text, until it is sent. */
export interface Draft {
  files: { name: string; content: Blob }[];
  /** Empty: guessed from the files. */
  tool: string;
  /** Counts only for JMeter plans. */
  engine: NonNullable<NewRunInput['engine']>;
  name: string;
  notes: string;
  project: string;
  tags: string;
  privacy: 'private' | 'public';
  threads: string;
  rampup: string;
  duration: string;
  parameters: string;
  hosts: string;
  /** One condition a line. */
  failIf: string;
  where: 'shared' | 'grids' | 'regions';
  gridIds: string[];
  regions: { region: string; nodes: string }[];
  stopAfterMin: string;
}

/** What every part of the form gets. */
export interface FormPartProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** What the service said when it refused. */
  error: ContractError | undefined;
}

export function emptyDraft(project: string): Draft {
  return {
    files: [],
    tool: '',
    engine: 'auto',
    name: '',
    notes: '',
    project,
    tags: '',
    privacy: 'private',
    threads: '',
    rampup: '',
    duration: '',
    parameters: '',
    hosts: '',
    failIf: '',
    where: 'shared',
    gridIds: [],
    regions: [{ region: 'us-east-1', nodes: '1' }],
    stopAfterMin: '',
  };
}

/** What the service is asked for. Fields that are empty are left out, so that the plan's own values count. */
export function inputOf(draft: Draft, guessedTool: string | undefined): NewRunInput {
  const { files, engine, privacy } = draft;
  const tool = draft.tool === '' ? (guessedTool ?? '') : draft.tool;
  const texts = {
    name: draft.name,
    notes: draft.notes,
    project: draft.project,
    override_hosts: draft.hosts,
    override_parameters: draft.parameters,
  };
  const numbers = { threads: draft.threads, rampup: draft.rampup, duration: draft.duration };
  const tags = listOf(draft.tags, ',');
  const failIf = listOf(draft.failIf, '\n');
  const grids = gridsOf(draft);
  return {
    tool,
    files,
    privacy,
    ...(tool === 'jmeter' && engine !== 'auto' ? { engine } : {}),
    ...given(texts, (text) => text.trim()),
    ...given(numbers, Number),
    ...(tags.length === 0 ? {} : { tag_list: tags }),
    ...(failIf.length === 0 ? {} : { fail_if: failIf }),
    ...(grids.length === 0 ? {} : { grids }),
  };
}

/** As long as the run, with room for its start and end; an hour when nobody knows how long it takes. */
export function stopAfterMin({ stopAfterMin: chosen, duration, rampup }: Draft): number {
  if (chosen.trim() !== '') return Number(chosen);
  const seconds = Number(duration);
  return seconds > 0 ? Math.ceil((seconds + (Number(rampup) || 0)) / 60) + 15 : 60;
}

function gridsOf(draft: Draft): NonNullable<NewRunInput['grids']> {
  if (draft.where === 'grids') return draft.gridIds.map((uuid) => ({ uuid }));
  if (draft.where === 'shared') return [];
  return draft.regions.map(({ region, nodes }) => ({
    region: region.trim(),
    infrastructure: 'demand',
    instance_quantity: Number(nodes),
    stop_after: stopAfterMin(draft),
  }));
}

function listOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function given<K extends string, T>(texts: Record<K, string>, read: (text: string) => T): { [key in K]?: T } {
  const values: { [key in K]?: T } = {};
  for (const [key, text] of Object.entries(texts) as [K, string][])
    if (text.trim() !== '') values[key] = read(text);
  return values;
}
