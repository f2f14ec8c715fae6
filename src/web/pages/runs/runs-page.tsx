import type { RunResource } from '../../../contract/resources/run.ts';
import { api } from '../../app/api.ts';
import { go, place, setParams } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { count, time } from '../../format/figures.ts';

/** All runs, newest first. */
export default function RunsPage(_: PageProps) {
  const page = Math.max(1, Number(place.value.params.get('page') ?? 1) || 1);
  const list = useLoaded((signal) => api.runs.list({ page }, { signal }), [page]);
  if (!list.value)
    return list.error ? <Failed error={list.error} retry={list.reload} /> : <Loading what="the runs" />;
  const { total, _embedded, _links } = list.value;
  if (total === 0)
    return (
      <Empty title="No run yet" command="npm run demo">
        <p>This starts a sample shop, runs a load test against it and shows the report.</p>
      </Empty>
    );
  return (
    <Part title="Runs" aside={<span class="soft">{count(total, 'run')}, newest first</span>}>
      <DataTable
        caption="Runs"
        columns={columns}
        count={_embedded.runs.length}
        rowAt={(index) => _embedded.runs[index]}
        keyOf={(run) => run.uuid}
        onOpen={(run) => go(`/app/runs/${run.uuid}`)}
      />
      <p>
        {page > 1 && (
          <button type="button" class="quiet" onClick={() => setParams({ page: String(page - 1) }, 'push')}>
            Newer runs
          </button>
        )}
        {_links.next && (
          <button type="button" class="quiet" onClick={() => setParams({ page: String(page + 1) }, 'push')}>
            Older runs
          </button>
        )}
      </p>
    </Part>
  );
}

const columns: Column<RunResource>[] = [
  {
    key: 'name',
    name: 'Run',
    isText: true,
    cell: (run) => <a href={`/app/runs/${run.uuid}`}>{run.name ?? run.uuid}</a>,
  },
  { key: 'status', name: 'Status', isText: true, cell: (run) => run.status },
  { key: 'tool', name: 'Tool', isText: true, cell: (run) => run.tool },
  { key: 'project', name: 'Project', isText: true, cell: (run) => run.project },
  { key: 'errors', name: 'Errors', cell: (run) => (run.error_rate === null ? '–' : `${run.error_rate} %`) },
  { key: 'mean', name: 'Mean', cell: (run) => time(run.response_time) },
  { key: 'created', name: 'Created', cell: (run) => <Moment at={run.created} /> },
];
