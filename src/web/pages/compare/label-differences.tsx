import { useMemo } from 'preact/hooks';
import type {
  ComparisonResource,
  DifferenceResource,
  LabelComparisonResource,
} from '../../../contract/resources/comparison.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { readSort, sortRows } from '../../components/sort-rows.ts';
import { rate, threeDigits, time, whole } from '../../format/figures.ts';
import { nameOf } from './compared-runs.tsx';
import { differenceWords, labelCountWords, signedChange, verdictWords } from './difference-words.ts';

type Metric = DifferenceResource['metric'];
const shownMetrics: [Metric, string][] = [
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['error_rate', 'Errors'],
  ['throughput', 'Throughput'],
];
const formats: Record<Metric, (value: number) => string> = {
  p50: time,
  p95: time,
  p99: time,
  mean: time,
  error_rate: (value) => `${threeDigits(value)} %`,
  throughput: rate,
};

/** Differences per label between one run and the baseline; significant ones first. */
export function LabelDifferences({ comparison: { runs, comparisons } }: { comparison: ComparisonResource }) {
  const { params } = pageLocation.value;
  const search = params.get('search') ?? '';
  const sort = params.get('sort') ?? undefined;
  const chosen = comparisons.find(({ run }) => run === params.get('with')) ?? comparisons[0];
  const rows = useMemo(() => {
    const wanted = search.toLowerCase();
    const found = (chosen?.labels ?? []).filter(({ label }) => label.toLowerCase().includes(wanted));
    return sort === undefined ? found : sortRows(found, readSort(sort), pick);
  }, [chosen, search, sort]);
  if (!chosen) return null;
  const aside = (
    <>
      <span class="soft">
        {search !== '' && `${whole(rows.length)} of `}
        {labelCountWords(chosen)}
      </span>
      {comparisons.length > 1 && (
        <label>
          <span class="hidden">Run to compare with the baseline</span>
          <select value={chosen.run} onChange={(event) => setParams({ with: event.currentTarget.value })}>
            {comparisons.map(({ run }) => (
              <option key={run} value={run}>
                {nameOf(
                  runs,
                  runs.findIndex(({ uuid }) => uuid === run),
                )}
              </option>
            ))}
          </select>
        </label>
      )}
      <SearchField value={search} label="Search labels" onChange={(text) => setParams({ search: text })} />
    </>
  );
  return (
    <Part title="Labels" aside={aside}>
      <DataTable
        caption="Differences by label"
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyOf={(row) => row.label}
        {...(sort === undefined ? {} : { sort })}
        onSort={(next) => setParams({ sort: next })}
      />
      {rows.length === 0 && <p class="soft">No labels match this search.</p>}
    </Part>
  );
}

const columns: Column<LabelComparisonResource>[] = [
  {
    key: 'label',
    name: 'Label',
    isText: true,
    sorts: 'up',
    cell: (row) => row.label,
    title: (row) => row.label,
  },
  {
    key: 'verdict',
    name: 'Verdict',
    isText: true,
    sorts: 'up',
    cell: (row) => {
      const { tone, sign, text } = verdictWords(row.verdict);
      return (
        <span class={tone}>
          <span aria-hidden="true">{sign}</span> {text}
        </span>
      );
    },
  },
  ...shownMetrics.map(
    ([metric, name]): Column<LabelComparisonResource> => ({
      key: metric,
      name,
      sorts: 'down',
      cell: (row) => <Change difference={differenceOf(row, metric)} />,
      title: (row) => differenceOf(row, metric)?.text,
    }),
  ),
];

/** Old and new value with the change; coloured only if the difference is significant. */
function Change({ difference }: { difference: DifferenceResource | undefined }) {
  if (!difference) return <span class="soft">–</span>;
  const { metric, baseline, value } = difference;
  const { tone, sign } = differenceWords(difference);
  const show = (figure: number | null) => (figure === null ? '–' : formats[metric](figure));
  return (
    <span class="change">
      <span>
        <span class="soft">{show(baseline)} →</span> {show(value)}
      </span>
      <b class={tone}>
        {tone !== 'soft' && `${sign} `}
        {signedChange(difference)}
      </b>
    </span>
  );
}

function differenceOf(row: LabelComparisonResource, metric: string): DifferenceResource | undefined {
  return row.differences.find((each) => each.metric === metric);
}

function pick(row: LabelComparisonResource, key: string): string | number | null {
  if (key === 'label') return row.label;
  if (key === 'verdict') return verdictWords(row.verdict).text;
  return differenceOf(row, key)?.change ?? null;
}
