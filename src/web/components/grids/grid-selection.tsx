import type { ComponentChildren } from 'preact';
import type { ContractError } from '../../../contract/contract-error.ts';
import { originText } from '../../../contract/origin-text.ts';
import type { GridListResource, GridResource } from '../../../contract/resources/grid.ts';
import type { Loaded } from '../../app/use-loaded.ts';
import { count } from '../../format/figures.ts';
import { CostEstimate } from '../cost-estimate.tsx';
import { problemsOf } from '../field-problems.ts';
import { Field } from '../form-field.tsx';
import { estimateInputOf, type GridChoice, stopAfterMin } from './grid-choice.ts';
import './grid-selection.css';

interface FormProps {
  draft: GridChoice;
  change: (changes: Partial<GridChoice>) => void;
  /** Error of the last submission. */
  error: ContractError | undefined;
}

interface GridSelectionProps extends FormProps {
  grids: Loaded<GridListResource>;
  tool: string | undefined;
  /** Engine of a JMeter plan, if known. */
  engine: 'spate' | 'apache' | undefined;
  /** Offers the grids of a repeated test. */
  ofTest?: { says: string; nodes: ComponentChildren };
}

/** Grid selection of a run. */
export function GridSelection({ draft, change, error, grids, tool, engine, ofTest }: GridSelectionProps) {
  const all = grids.value?._embedded.grids ?? [];
  const shared = all.find(({ infrastructure }) => infrastructure === 'shared');
  const others = all.filter(({ infrastructure }) => infrastructure !== 'shared');
  const radio = (where: GridChoice['where'], name: string, says: string, isOff = false) => (
    <label class="choice">
      <input
        type="radio"
        name="where"
        checked={draft.where === where}
        disabled={isOff}
        onChange={() => change({ where })}
      />
      <span>
        {name} <span class="soft">{says}</span>
      </span>
    </label>
  );
  const problems = problemsOf(error, 'run[grids][]');
  return (
    <fieldset class="grid-selection">
      <legend>Grids</legend>
      {ofTest && (
        <>
          {radio('test', 'Grids of the test', ofTest.says)}
          <div class="inset" hidden={draft.where !== 'test'}>
            {ofTest.nodes}
          </div>
        </>
      )}
      {radio(
        'shared',
        'Shared grid',
        shared
          ? `${count(shared.nodes.length, 'node')} on ${originText(shared.origin)}, always running`
          : 'always running',
      )}
      {radio(
        'grids',
        'Running grids',
        others.length === 0 ? 'none; start one on the Grids page' : count(others.length, 'grid'),
        others.length === 0,
      )}
      {draft.where === 'grids' && (
        <div class="inset">
          {others.map((grid) => (
            <label key={grid.uuid} class="check">
              <input
                type="checkbox"
                checked={draft.gridIds.includes(grid.uuid)}
                onChange={() => change({ gridIds: toggled(draft.gridIds, grid.uuid) })}
              />
              <span>
                {grid.name}{' '}
                <span class="soft">
                  {count(grid.instance_quantity, 'node')} on {originText(grid.origin)}, {grid.region},{' '}
                  {grid.status}
                </span>
              </span>
            </label>
          ))}
          {draft.gridIds.length === 0 && (
            <p class="doubt">△ No grid is selected. The run would use the shared grid.</p>
          )}
        </div>
      )}
      {radio('regions', 'Dedicated nodes', 'started for this run and stopped afterwards')}
      {draft.where === 'regions' && (
        <>
          <Regions draft={draft} change={change} error={error} />
          <CostEstimate input={estimateInputOf(draft)} />
        </>
      )}
      {problems.map((problem) => (
        <p key={problem} class="bad">
          ✕ {problem}
        </p>
      ))}
      <MissingTools
        grids={draft.where === 'shared' ? (shared ? [shared] : []) : chosen(others, draft)}
        tool={tool}
        engine={engine}
      />
    </fieldset>
  );
}

/** Dedicated nodes by region. */
function Regions({ draft, change, error }: FormProps) {
  const set = (at: number, changes: Partial<GridChoice['regions'][number]>) =>
    change({ regions: draft.regions.map((each, index) => (index === at ? { ...each, ...changes } : each)) });
  return (
    <div class="inset">
      {draft.regions.map(({ region, nodes }, index) => (
        <div class="region" key={index}>
          <label>
            Region
            <input value={region} onInput={(event) => set(index, { region: event.currentTarget.value })} />
          </label>
          <label>
            Nodes
            <input
              type="number"
              min={1}
              value={nodes}
              onInput={(event) => set(index, { nodes: event.currentTarget.value })}
            />
          </label>
          {draft.regions.length > 1 && (
            <button
              type="button"
              class="quiet"
              onClick={() => change({ regions: draft.regions.filter((_, at) => at !== index) })}
            >
              Remove<span class="hidden"> {region}</span>
            </button>
          )}
        </div>
      ))}
      <button
        type="button"
        onClick={() => change({ regions: [...draft.regions, { region: '', nodes: '1' }] })}
      >
        Add region
      </button>
      <Field
        name="Stop after"
        field="run[grids][0][stop_after]"
        error={error}
        hint={`Minutes. Default: ${stopAfterMin({ ...draft, stopAfterMin: '' })}`}
      >
        {(ids) => (
          <input
            {...ids}
            type="number"
            min={1}
            value={draft.stopAfterMin}
            onInput={(event) => change({ stopAfterMin: event.currentTarget.value })}
          />
        )}
      </Field>
    </div>
  );
}

type MissingToolsProps = Pick<GridSelectionProps, 'tool' | 'engine'> & { grids: readonly GridResource[] };

/** Warns before the start about grids without the tool or engine. */
function MissingTools({ grids, tool, engine }: MissingToolsProps) {
  const lacking = grids.flatMap((grid) => {
    const found = grid.tools.find((each) => each.tool === tool);
    if (!found) return [];
    const isEngineThere = engine === undefined || (found.engines?.includes(engine) ?? true);
    if (found.available && isEngineThere) return [];
    return [{ grid, what: found.available ? 'Apache JMeter' : tool, missing: found.missing }];
  });
  return (
    <>
      {lacking.map(({ grid, what, missing }) => (
        <p key={grid.uuid} class="doubt">
          △ {grid.name} cannot run {what}: {missing.join(' ')}
        </p>
      ))}
    </>
  );
}

function chosen(grids: readonly GridResource[], draft: GridChoice): GridResource[] {
  return draft.where === 'grids' ? grids.filter(({ uuid }) => draft.gridIds.includes(uuid)) : [];
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}
