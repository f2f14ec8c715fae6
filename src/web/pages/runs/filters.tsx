import { shownVerdict } from '../../../contract/verdict-words.ts';
import { api } from '../../app/api.ts';
import { setParams } from '../../app/location.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { SearchField } from '../../components/search-field.tsx';
import { type Filter, states, tools } from './run-filter.ts';

const stateNames: Record<(typeof states)[number], string> = {
  ...shownVerdict,
  finished: 'Finished',
};

/** Changes filters and returns to the first page. */
export function setFilter(changes: Readonly<Record<string, string | undefined>>): void {
  setParams({ ...changes, page: undefined });
}

/** Filters of the run list, kept in the query. */
export function Filters({ filter }: { filter: Filter }) {
  const projects = useLoaded((signal) => api.account.projects({ signal }), []);
  const names = projects.value?._embedded.projects.map(({ name }) => name) ?? [];
  const tags = useLoaded((signal) => api.runs.tags({ signal }), []);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <search class="filters">
      <SearchField
        value={filter.search ?? ''}
        label="Search runs"
        onChange={(search) => setFilter({ search })}
      />
      <Choice
        name="State"
        value={filter.state}
        all="Any state"
        options={states.map((state) => [state, stateNames[state]])}
        onChange={(state) => setFilter({ state })}
      />
      <Choice
        name="Project"
        value={filter.project}
        all="All projects"
        options={withValue(names, filter.project)}
        onChange={(project) => setFilter({ project })}
      />
      <Choice
        name="Tool"
        value={filter.tool}
        all="All tools"
        options={tools.map((tool) => [tool, tool])}
        onChange={(tool) => setFilter({ tool })}
      />
      <Choice
        name="Tag"
        value={filter.tag}
        all="Any tag"
        options={withValue(
          (tags.value?._embedded.tags ?? []).map((tag) => tag.name),
          filter.tag,
        )}
        onChange={(tag) => setFilter({ tag })}
      />
      {isFiltered && (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            setFilter({
              search: undefined,
              tag: undefined,
              project: undefined,
              tool: undefined,
              state: undefined,
            })
          }
        >
          Show all runs
        </button>
      )}
    </search>
  );
}

interface ChoiceProps {
  name: string;
  value: string | undefined;
  all: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

function Choice({ name, value = '', all, options, onChange }: ChoiceProps) {
  return (
    <label>
      <span class="hidden">{name}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map(([each, shown]) => (
          <option key={each} value={each}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Adds the selected value if the list is still loading or does not contain it. */
function withValue(names: readonly string[], value: string | undefined): [string, string][] {
  const all = value === undefined || names.includes(value) ? names : [value, ...names];
  return all.map((name) => [name, name]);
}
