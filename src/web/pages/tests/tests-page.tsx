import type { ListedTestResource } from '../../../contract/resources/load-test.ts';
import { shownVerdict } from '../../../contract/verdict-words.ts';
import { api } from '../../app/api.ts';
import { navigate, pageLocation, setParams } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { count, whole } from '../../format/figures.ts';
import { ago, localAndUtc } from '../../format/moments.ts';
import '../runs/runs.css';
import { baselineWords } from './baseline-words.ts';

const columns: Column<ListedTestResource>[] = [
  {
    key: 'name',
    name: 'Test',
    isText: true,
    cell: (test) => <a href={`/app/tests/${test.uuid}`}>{test.name}</a>,
  },
  { key: 'project', name: 'Project', isText: true, cell: ({ project }) => project },
  { key: 'runs', name: 'Runs', cell: ({ runs }) => whole(runs) },
  { key: 'plan', name: 'Plan version', cell: ({ plan_version }) => plan_version ?? '–' },
  {
    key: 'verdict',
    name: 'Last run',
    isText: true,
    cell: ({ last_run: run }) =>
      run === null ? (
        <span class="soft">None</span>
      ) : (
        <a href={`/app/runs/${run.uuid}`}>{run.verdict === null ? 'Active' : shownVerdict[run.verdict]}</a>
      ),
  },
  {
    key: 'baseline',
    name: 'Against baseline',
    isText: true,
    cell: ({ last_run: run, baseline_run }) =>
      baseline_run === null ? (
        <span class="soft">No baseline</span>
      ) : (
        baselineWords[run?.baseline_verdict ?? 'none']
      ),
  },
  {
    key: 'started',
    name: 'Started',
    cell: ({ last_run: run }) => (run === null ? '' : ago(new Date(run.created), new Date())),
    title: ({ last_run: run }) => (run === null ? undefined : localAndUtc(new Date(run.created))),
  },
];

/** List of tests, those with the latest runs first. */
export default function TestsPage(_: PageProps) {
  const { params } = pageLocation.value;
  const search = params.get('search') ?? '';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const list = useLoaded((signal) => api.tests.list({ search, page }, { signal }), [search, page]);
  if (!list.value)
    return list.error ? <Failed error={list.error} retry={list.reload} /> : <Loading what="tests" />;
  const { total, _embedded, _links } = list.value;
  const { tests } = _embedded;
  return (
    <article class="runs">
      <header class="head">
        <h1>Tests</h1>
        <p class="soft">{count(total, 'test')}, latest runs first</p>
        <div class="run-actions">
          <a class="button" href="/app/calendar">
            Calendar
          </a>
        </div>
      </header>
      <search class="filters">
        <SearchField
          value={search}
          label="Search tests"
          onChange={(text) => setParams({ search: text, page: undefined })}
        />
      </search>
      {tests.length === 0 ? (
        <Empty
          title={search === '' ? 'No tests yet' : 'No tests match this search'}
          {...(search === '' ? { command: 'spate run plan.jmx --test checkout' } : {})}
        >
          {search === '' && (
            <p>A test is a plan with its settings; its runs form one history. Each run creates one.</p>
          )}
        </Empty>
      ) : (
        <DataTable
          caption="Tests"
          columns={columns}
          count={tests.length}
          rowAt={(index) => tests[index]}
          keyOf={(test) => test.uuid}
          onOpen={(test) => navigate(`/app/tests/${test.uuid}`)}
        />
      )}
      {(page > 1 || _links.next !== undefined) && (
        <nav class="pages" aria-label="Pages of the list">
          <button
            type="button"
            disabled={page === 1}
            onClick={() => setParams({ page: String(page - 1) }, 'push')}
          >
            Previous page
          </button>
          <button
            type="button"
            disabled={!_links.next}
            onClick={() => setParams({ page: String(page + 1) }, 'push')}
          >
            Next page
          </button>
        </nav>
      )}
    </article>
  );
}
