import { useState } from 'preact/hooks';
import { runTitle } from '../../../contract/run-title.ts';
import { api } from '../../app/api.ts';
import { setParams } from '../../app/location.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { SearchField } from '../../components/search-field.tsx';
import { Empty } from '../../components/states.tsx';
import { time } from '../../format/figures.ts';
import { ago } from '../../format/moments.ts';
import { maxCompared } from '../runs/run-filter.ts';
import { RunState } from '../runs/run-state.tsx';

const maxResults = 8;

interface AddRunProps {
  ids: readonly string[];
  /** Limits the search to this project by default. */
  project: string | undefined;
  isOpen: boolean;
}

/** Searches for a run to add to the comparison. */
export function AddRun({ ids, project, isOpen: opensAtOnce }: AddRunProps) {
  const [isOpen, setOpen] = useState(opensAtOnce);
  if (ids.length >= maxCompared)
    return <p class="soft">At most {maxCompared} runs can be compared. Remove one to add another.</p>;
  if (!isOpen)
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Add run{' '}
        </button>
      </p>
    );
  return <Finder ids={ids} project={project} onClose={opensAtOnce ? undefined : () => setOpen(false)} />;
}

function Finder({
  ids,
  project,
  onClose,
}: Pick<AddRunProps, 'ids' | 'project'> & { onClose: (() => void) | undefined }) {
  const [search, setSearch] = useState('');
  const [isAll, setAll] = useState(false);
  const list = useLoaded(
    (signal) =>
      api.runs.list(
        {
          ...(search === '' ? {} : { search }),
          ...(project === undefined || isAll ? {} : { project }),
        },
        { signal },
      ),
    [search, project, isAll],
  );
  const runs = (list.value?._embedded.runs ?? []).filter(
    ({ uuid, status }) => !ids.includes(uuid) && status !== 'queued',
  );
  return (
    <section class="add-run" aria-label="Add run">
      <header>
        <h2>{ids.length === 0 ? 'Select the baseline' : 'Select a run to compare'}</h2>
        <SearchField value={search} label="Search runs to add" onChange={setSearch} />
        {project !== undefined && (
          <label class="check">
            <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} /> Include all projects,
            not only {project}
          </label>
        )}
        {onClose && (
          <button type="button" class="quiet" onClick={onClose}>
            Close
          </button>
        )}
      </header>
      {list.error && <p class="bad">✕ {list.error.message}</p>}
      {list.value && runs.length === 0 && (
        <Empty title={ids.length === 0 && search === '' ? 'No runs yet' : 'No other runs'}>
          <p>
            {search !== ''
              ? 'No name, notes or tags contain this text.'
              : ids.length === 0
                ? 'A comparison needs at least two runs that have started.'
                : isAll
                  ? 'Repeat the run to get a second one.'
                  : 'Repeat the run, or include all projects.'}
          </p>
        </Empty>
      )}
      <ul>
        {runs.slice(0, maxResults).map((run) => (
          <li key={run.uuid}>
            <button
              type="button"
              class="link"
              onClick={() => setParams({ runs: [...ids, run.uuid].join(',') }, 'push')}
            >
              {runTitle(run)}
            </button>
            <RunState run={run} />
            <span class="soft">
              {run.figures && `p95 ${time(run.figures.p95)}, `}
              {run.project}, {ago(new Date(run.started ?? run.created), new Date())}
            </span>
          </li>
        ))}
      </ul>
      {runs.length > maxResults && <p class="soft">Search to find older runs.</p>}
    </section>
  );
}
