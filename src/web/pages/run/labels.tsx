import { useMemo } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { FiguresResource } from '../../../contract/resources/report.ts';
import { api } from '../../app/api.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import { session } from '../../app/session.ts';
import { usePaged } from '../../app/use-paged.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { count as counted, whole } from '../../format/figures.ts';
import { IntendedNote } from './intended-note.tsx';
import { type LabelRow, labelColumns } from './label-columns.tsx';

interface LabelsProps {
  runId: string;
  range: RangeInput;
  round: number;
  /** Figures of all labels together. */
  total: FiguresResource;
  count: number;
  /** The selected label. */
  label: string | undefined;
}

const pageSize = 100;
const usualSort = '-samples';

/** Table of all labels, sorted and searched by the service. */
export function Labels({ runId, range, round, total, count, label }: LabelsProps) {
  const { params } = pageLocation.value;
  const search = params.get('search') ?? '';
  const sort = params.get('sort') ?? usualSort;
  const select = (row: LabelRow) => setParams({ label: row.label === label ? undefined : row.label }, 'push');
  const labels = usePaged<LabelRow>(
    async (page, signal) => {
      const input = { ...range, sort, page, page_size: pageSize, ...(search === '' ? {} : { search }) };
      const answer = await api.runs.labels(runId, input, { signal });
      return { total: answer.total, rows: answer.labels };
    },
    pageSize,
    [runId, range.from, range.to, range.times, sort, search, session.value.status],
    round,
  );
  const hasIntended = total.from_intended_start !== null;
  const columns = useMemo(
    () => labelColumns({ times: range.times ?? 'passed', selected: label, onSelect: select, hasIntended }),
    [label, range.times, hasIntended],
  );
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
        onOpen={select}
      />
      <IntendedNote total={total} />
    </Part>
  );
}
