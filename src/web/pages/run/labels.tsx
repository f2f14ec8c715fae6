import { useMemo } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { Times } from '../../../contract/resources/report.ts';
import type { LabelsResource } from '../../../contract/resources/view.ts';
import { samplesTimed } from '../../../contract/sample-kinds.ts';
import { api } from '../../app/api.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import { session } from '../../app/session.ts';
import { usePaged } from '../../app/use-paged.ts';
import { Spark } from '../../charts/spark.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { count as counted, exactTime, percent, rate, time, whole } from '../../format/figures.ts';

type Row = LabelsResource['labels'][number];

interface LabelsProps {
  runId: string;
  range: RangeInput;
  round: number;
  count: number;
  /** The selected label. */
  label: string | undefined;
}

const pageSize = 100;
const usualSort = '-samples';
const fewSamples = 100;

/** Table of all labels, sorted and searched by the service. */
export function Labels({ runId, range, round, count, label }: LabelsProps) {
  const { params } = pageLocation.value;
  const search = params.get('search') ?? '';
  const sort = params.get('sort') ?? usualSort;
  const labels = usePaged<Row>(
    async (page, signal) => {
      const input = { ...range, sort, page, page_size: pageSize, ...(search === '' ? {} : { search }) };
      const answer = await api.runs.labels(runId, input, { signal });
      return { total: answer.total, rows: answer.labels };
    },
    pageSize,
    [runId, range.from, range.to, range.times, sort, search, session.value.status],
    round,
  );
  const columns = useMemo(() => columnsFor(label, range.times ?? 'passed'), [label, range.times]);
  const aside = (
    <>
      <span class="soft">
        {search === '' ? counted(count, 'label') : `${whole(labels.total)} of ${counted(count, 'label')}`}
      </span>
      <SearchField value={search} label="Search labels" onChange={(text) => setParams({ search: text })} />
    </>
  );
  return (
    <Part title="Labels" aside={aside}>
      {labels.error && <p class="bad">✕ {labels.error.message}</p>}
      <DataTable
        caption="Labels"
        columns={columns}
        count={labels.total}
        rowAt={labels.rowAt}
        keyOf={(row) => row.label}
        sort={sort}
        onSort={(next) => setParams({ sort: next === usualSort ? undefined : next })}
        onWindow={labels.onWindow}
        onOpen={(row) => setParams({ label: row.label === label ? undefined : row.label }, 'push')}
      />
    </Part>
  );
}

function columnsFor(label: string | undefined, times: Times): Column<Row>[] {
  const percentile = (key: string): Column<Row> => ({
    key: `p${key}`,
    name: `p${key}`,
    sorts: 'down',
    cell: (row) => <Time ms={row.percentiles[key]} row={row} times={times} />,
    title: (row) => exactTime(row.percentiles[key]),
  });
  return [
    {
      key: 'label',
      name: 'Label',
      isText: true,
      sorts: 'up',
      cell: (row) => (
        <button
          type="button"
          class="link"
          aria-pressed={row.label === label}
          onClick={() => setParams({ label: row.label === label ? undefined : row.label }, 'push')}
        >
          {row.label}
        </button>
      ),
      title: (row) => `Show charts of ${row.label}`,
    },
    { key: 'samples', name: 'Samples', sorts: 'down', cell: (row) => whole(row.passed + row.failed) },
    {
      key: 'error_rate',
      name: 'Errors',
      sorts: 'down',
      cell: (row) =>
        row.failed === 0 ? (
          <span class="soft">0 %</span>
        ) : (
          <span class="bad">✕ {percent(row.failed, row.passed + row.failed)}</span>
        ),
      title: (row) => `${whole(row.failed)} failed, ${row.error_rate} %`,
    },
    {
      key: 'throughput',
      name: 'Throughput',
      sorts: 'down',
      cell: (row) => rate(row.requests_per_minute / 60),
    },
    {
      key: 'mean',
      name: 'Mean',
      sorts: 'down',
      cell: (row) => time(row.mean),
      title: (row) => exactTime(row.mean),
    },
    percentile('50'),
    percentile('90'),
    percentile('95'),
    percentile('99'),
    {
      key: 'max',
      name: 'Max',
      sorts: 'down',
      cell: (row) => time(row.max),
      title: (row) => exactTime(row.max),
    },
    { key: 'spark', name: 'p95 over time', cell: (row) => <Spark values={row.spark_p95} colour="--p95" /> },
  ];
}

/** Marks percentiles of few samples. */
function Time({ ms, row, times }: { ms: number | undefined; row: Row; times: Times }) {
  const samples = samplesTimed(row, times);
  if (ms === undefined || samples >= fewSamples) return <>{time(ms)}</>;
  return (
    <span class="doubt" title={`Only ${counted(samples, `${times} sample`)}`}>
      △ {time(ms)}
    </span>
  );
}
