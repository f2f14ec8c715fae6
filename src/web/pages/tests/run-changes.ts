import type { RunChangesInput } from '../../../contract/inputs.ts';
import { entriesOf } from '../../../contract/records.ts';
import type { GridResource } from '../../../contract/resources/grid.ts';
import type { TestParametersResource } from '../../../contract/resources/load-test.ts';
import type { RunResource } from '../../../contract/resources/run.ts';
import { numberSettings, textSettings } from '../../../contract/run-settings.ts';
import { type GridChoice, gridsOf } from '../../components/grids/grid-choice.ts';

/** The fields of the form that differ from the test; `fieldOf` returns undefined for absent fields. */
export function changesOf(
  fieldOf: (name: string) => string | undefined,
  run: RunResource,
  parameters: TestParametersResource['parameters'],
): RunChangesInput {
  const changes: RunChangesInput = {};
  for (const [name] of entriesOf(numberSettings)) {
    const text = fieldOf(name)?.trim();
    if (text === undefined || text === String(run[name] ?? '')) continue;
    changes[name] = text === '' ? '' : Number(text);
  }
  for (const name of [...entriesOf(textSettings).map(([each]) => each), 'name', 'notes'] as const) {
    const text = fieldOf(name)?.trim();
    if (text !== undefined && text !== (run[name] ?? '')) changes[name] = text;
  }
  const nodes = fieldOf('nodes')?.trim();
  if (nodes !== undefined && nodes !== '' && nodes !== String(nodesOf(run))) changes.nodes = Number(nodes);
  for (const name of ['fail_if', 'abort_if'] as const) {
    const lines = fieldOf(name)
      ?.split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines !== undefined && lines.join('\n') !== run[name].join('\n')) changes[name] = lines;
  }
  const engine = fieldOf('engine') as RunChangesInput['engine'];
  if (engine !== undefined && engine !== run.engine_requested) changes.engine = engine;
  const privacy = fieldOf('public') === undefined ? 'private' : 'public';
  if (privacy !== run.privacy) changes.privacy = privacy;
  const tags = fieldOf('tag_list')
    ?.split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (tags !== undefined && tags.join() !== run.tag_list.join()) changes.tag_list = tags;
  const given: string[] = [];
  const secrets: string[] = [];
  for (const { name, value, is_secret: wasSecret } of parameters) {
    const text = fieldOf(`parameter ${name}`);
    if (text === undefined) continue;
    const isSecret = fieldOf(`secret ${name}`) !== undefined;
    if (isSecret && text !== '') secrets.push(`${name}=${text}`);
    else if (!isSecret && wasSecret && text === '') secrets.push(`${name}=`);
    else if (!isSecret && text !== (value ?? '')) given.push(`${name}=${text}`);
  }
  if (given.length > 0) changes.parameters = given;
  if (secrets.length > 0) changes.secrets = secrets;
  if (fieldOf('save') !== undefined) changes.save = true;
  return changes;
}

/** Nothing for the grids of the test. */
export function gridChanges(
  choice: GridChoice,
  known: readonly Pick<GridResource, 'uuid' | 'infrastructure'>[],
): Pick<RunChangesInput, 'grids'> {
  if (choice.where === 'test') return {};
  if (choice.where !== 'shared') return { grids: gridsOf(choice) };
  return {
    grids: known.filter(({ infrastructure }) => infrastructure === 'shared').map(({ uuid }) => ({ uuid })),
  };
}

/** Nodes of all grids of a run. */
export function nodesOf({ _embedded: { grids } }: Pick<RunResource, '_embedded'>): number {
  return grids.reduce((sum, { instance_quantity: nodes }) => sum + nodes, 0);
}
