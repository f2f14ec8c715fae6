import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RunResource } from '../../../contract/resources/run.ts';
import { api } from '../../app/api.ts';
import { useKeys } from '../../app/keys.ts';
import { navigate, pageLocation, setParams } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { canOperate, session } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { usePolling } from '../../app/use-polling.ts';
import { DataTable } from '../../components/data-table.tsx';
import { readTimes } from '../../components/read-times.ts';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { TimesChoice } from '../../components/times-choice.tsx';
import { count, whole } from '../../format/figures.ts';
import { Filters, setFilter } from './filters.tsx';
import { ImportRun } from './import-run.tsx';
import { NoRuns } from './no-runs.tsx';
import { PickBar } from './pick-bar.tsx';
import { columnsFor } from './run-columns.tsx';
import { readFilter, readPage, readPicked, readSortOrder, togglePick } from './run-filter.ts';
import './runs.css';
import { Trends } from './trends.tsx';

const activeRefreshMs = 3000;
const idleRefreshMs = 20_000;
const pageSize = 50;

/** List of runs, newest first, refreshed automatically. */
export default function RunsPage(_: PageProps) {
  const { params } = pageLocation.value;
  const filter = readFilter(params);
  const page = readPage(params);
  const sort = readSortOrder(params);
  const times = readTimes(params);
  const picked = useMemo(() => readPicked(params), [params.get('pick')]);
  const [hasActiveRuns, setHasActiveRuns] = useState(false);
  const round = usePolling(hasActiveRuns ? activeRefreshMs : idleRefreshMs);
  const list = useLoaded(
    (signal) => api.runs.list({ ...filter, sort, page, times }, { signal }),
    [times, filter.search, filter.tag, filter.project, filter.tool, filter.state, sort, page, round],
  );
  const runs = list.value?._embedded.runs ?? [];
  const going = runs.filter(({ status }) => status !== 'finished').length;
  useEffect(() => setHasActiveRuns(going > 0), [going > 0]);

  const toggle = (id: string) => {
    setParams({ pick: togglePick(readPicked(pageLocation.peek().params), id).join(',') });
  };
  const compare = () => {
    const chosen = readPicked(pageLocation.peek().params);
    if (chosen.length >= 2) navigate(`/app/compare?runs=${chosen.join(',')}`);
  };
  const columns = useMemo(() => columnsFor(picked, toggle, times), [picked, times]);
  useKeys(
    [
      { key: 'c', does: 'Compare selected runs', run: compare },
      { key: 'n', does: 'New run', run: () => navigate('/app/new') },
    ],
    [picked],
  );

  if (!list.value)
    return list.error ? <Failed error={list.error} retry={list.reload} /> : <Loading what="runs" />;
  const { total, _links } = list.value;
  const isFiltered = Object.keys(filter).length > 0;
  if (total === 0 && !isFiltered)
    return (
      <article class="runs">
        <h1>Runs</h1>
        <NoRuns />
      </article>
    );
  const test = testWithTrend(runs);
  return (
    <article class="runs run-list">
      <header class="head">
        <h1>Runs</h1>
        <p class="soft">
          {count(total, 'run')}
          {isFiltered ? ' found' : ''}
          {sort === undefined && ', newest first'}
          {going > 0 && `, ${whole(going)} active`}
        </p>
        {canOperate(session.value) && (
          <div class="run-actions">
            <ImportRun />
            <a class="button" href="/app/new">
              New run
            </a>
          </div>
        )}
      </header>
      <Filters filter={filter} />
      {list.error && (
        <p class="doubt" role="status">
          △ Could not refresh the list: {list.error.message} Retrying automatically.
        </p>
      )}
      {(times !== 'passed' || runs.some(({ figures }) => (figures?.failed ?? 0) > 0)) && (
        <TimesChoice times={times} />
      )}
      {test && (
        <Trends
          filter={{ ...filter, test: test.uuid }}
          project={test.project}
          title={`Trend: ${test.name}`}
          times={times}
          round={going}
        />
      )}
      <PickBar picked={picked} runs={runs} onCompare={compare} />
      {runs.length === 0 ? (
        <Empty title={page > 1 ? 'No runs on this page' : 'No runs match these filters'}>
          <p>
            {page > 1 && 'The list is shorter now. '}
            <button type="button" class="quiet" onClick={() => (page > 1 ? setFilter({}) : navigate('/app'))}>
              {page > 1 ? 'Go to the first page' : 'Show all runs'}
            </button>
          </p>
        </Empty>
      ) : (
        <DataTable
          caption="Runs"
          sort={sort ?? '-created'}
          onSort={(next) => setParams({ sort: next === '-created' ? undefined : next, page: undefined })}
          columns={columns}
          count={runs.length}
          rowAt={(index) => runs[index]}
          keyOf={(run) => run.uuid}
          onOpen={(run) => navigate(`/app/runs/${run.uuid}`)}
          onPick={(run) => toggle(run.uuid)}
        />
      )}
      {total > pageSize && (
        <nav class="pages" aria-label="Pages of the list">
          <button
            type="button"
            disabled={page === 1}
            onClick={() => setParams({ page: page === 2 ? undefined : String(page - 1) }, 'push')}
          >
            {sort === undefined ? 'Newer runs' : 'Previous page'}
          </button>
          <span class="soft">
            {whole((page - 1) * pageSize + 1)} to {whole((page - 1) * pageSize + runs.length)} of{' '}
            {whole(total)}
          </span>
          <button
            type="button"
            disabled={!_links.next}
            onClick={() => setParams({ page: String(page + 1) }, 'push')}
          >
            {sort === undefined ? 'Older runs' : 'Next page'}
          </button>
        </nav>
      )}
      <p class="soft hint">
        Shortcuts: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> rows, <kbd>x</kbd> select, <kbd>c</kbd>{' '}
        compare, <kbd>Enter</kbd> open
      </p>
    </article>
  );
}

/** Test of the newest finished run that has another finished run of the same test. */
function testWithTrend(runs: readonly RunResource[]) {
  const finished = runs.filter(({ status }) => status === 'finished');
  const run = finished.find(
    ({ test }, index) => test && finished.some((other, at) => at > index && other.test?.uuid === test.uuid),
  );
  return run?.test && { ...run.test, project: run.project };
}
