import { useState } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { setParams } from '../../app/location.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { SearchField } from '../../components/search-field.tsx';
import { Empty } from '../../components/states.tsx';
import { time } from '../../format/figures.ts';
import { ago } from '../../format/moments.ts';
import { mostCompared } from '../runs/run-filter.ts';
import { RunState } from '../runs/run-state.tsx';

const most = 8;

interface AddRunProps {
  ids: readonly string[];
  /** Runs of the same project stand to reason. */
  project: string | undefined;
  isOpen: boolean;
}

/** Finds another run to put beside those that are there. */
export function AddRun({ ids, project, isOpen: opensAtOnce }: AddRunProps) {
  const [isOpen, setOpen] = useState(opensAtOnce);
  if (ids.length >= mostCompared)
    return (
      <p class="soft">Eight runs are the most that can be compared at once. Remove one to add another.</p>
    );
  if (!isOpen)
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Add a run
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
    <section class="add-run" aria-label="Add a run">
      <header>
        <h2>{ids.length === 0 ? 'Pick the baseline' : 'Pick a run to compare with'}</h2>
        <SearchField value={search} label="Search runs to add" onChange={setSearch} />
        {project !== undefined && (
          <label class="check">
            <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} /> Of all projects, not
            only {project}
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
        <Empty title={ids.length === 0 && search === '' ? 'No run yet' : 'No other run'}>
          <p>
            {search !== ''
              ? 'No run has that text in its name, notes or tags.'
              : ids.length === 0
                ? 'Runs that have begun can be compared; two or more are needed.'
                : isAll
                  ? 'Repeat the run to have one to compare it with.'
                  : 'Repeat the run, or look among all projects.'}
          </p>
        </Empty>
      )}
      <ul>
        {runs.slice(0, most).map((run) => (
          <li key={run.uuid}>
            <button
              type="button"
              class="link"
              onClick={() => setParams({ runs: [...ids, run.uuid].join(',') }, 'push')}
            >
              {run.name ?? run.uuid}
            </button>
            <RunState run={run} />
            <span class="soft">
              {run.figures && `p95 ${time(run.figures.p95)}, `}
              {run.project}, {ago(new Date(run.started ?? run.created), new Date())}
            </span>
          </li>
        ))}
      </ul>
      {runs.length > most && <p class="soft">Search to find older ones.</p>}
    </section>
  );
}
