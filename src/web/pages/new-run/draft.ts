import type { ContractError } from '../../../contract/contract-error.ts';
import type { NewRunInput } from '../../../contract/inputs.ts';
import { entriesOf, mapValues } from '../../../contract/records.ts';
import {
  numberSettings,
  runSettings,
  type SettingName,
  type SettingsInput,
  textSettings,
} from '../../../contract/run-settings.ts';
import { type GridChoice, gridsOf, noGridChoice } from '../../components/grids/grid-choice.ts';

/** Form state of a new run; values are text until submission. */
export interface Draft extends Record<SettingName, string>, GridChoice {
  files: { name: string; content: Blob }[];
  /** Empty: detected from the files. */
  tool: string;
  /** Only for JMeter plans. */
  engine: NonNullable<NewRunInput['engine']>;
  name: string;
  notes: string;
  project: string;
  /** Empty: the test with the same plan file and name. */
  test: string;
  tags: string;
  privacy: 'private' | 'public';
  /** One condition per line. */
  failIf: string;
  /** One rule per line. */
  abortIf: string;
  secrets: { name: string; value: string }[];
}

/** Props of every form section. */
export interface FormPartProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** Error of the last submission. */
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
    test: '',
    tags: '',
    privacy: 'private',
    ...mapValues(runSettings, () => ''),
    failIf: '',
    abortIf: '',
    secrets: [],
    where: 'shared',
    ...noGridChoice,
  };
}

/** The API input of a draft. Empty fields are omitted, so that the plan's values apply. */
export function inputOf(draft: Draft, guessedTool: string | undefined): NewRunInput {
  const { files, engine, privacy } = draft;
  const tool = draft.tool === '' ? (guessedTool ?? '') : draft.tool;
  const texts = { name: draft.name, notes: draft.notes, project: draft.project, test: draft.test };
  const tags = listOf(draft.tags, ',');
  const failIf = listOf(draft.failIf, '\n');
  const abortIf = listOf(draft.abortIf, '\n');
  const secrets = draft.secrets.filter(({ name, value }) => name.trim() !== '' || value !== '');
  const grids = gridsOf(draft);
  return {
    tool,
    files,
    privacy,
    ...(tool === 'jmeter' && engine !== 'auto' ? { engine } : {}),
    ...given(texts, (text) => text.trim()),
    ...settingsOf(draft),
    ...(tags.length === 0 ? {} : { tag_list: tags }),
    ...(failIf.length === 0 ? {} : { fail_if: failIf }),
    ...(abortIf.length === 0 ? {} : { abort_if: abortIf }),
    ...(secrets.length === 0 ? {} : { secrets: secrets.map(({ name, value }) => `${name.trim()}=${value}`) }),
    ...(grids.length === 0 ? {} : { grids }),
  };
}

export function settingsOf(draft: Draft): SettingsInput {
  const texts = mapValues(textSettings, (_, name) => draft[name]);
  const numbers = mapValues(numberSettings, (_, name) => draft[name]);
  return { ...given(texts, (text) => text.trim()), ...given(numbers, Number) };
}

function listOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function given<K extends string, T>(texts: Record<K, string>, read: (text: string) => T): { [key in K]?: T } {
  const values: { [key in K]?: T } = {};
  for (const [key, text] of entriesOf(texts)) if (text.trim() !== '') values[key] = read(text);
  return values;
}
