import type { RunViewResource } from '../../../contract/resources/view.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { whole } from '../../format/figures.ts';
import { into, local, utc } from '../../format/moments.ts';

type Row = RunViewResource['errors'][number];

/** What failed, grouped by code and message, the most frequent first. */
export function Errors({ view }: { view: RunViewResource }) {
  const { errors, error_count: all, range } = view;
  if (errors.length === 0) return null;
  const isMember = view.access.is_member;
  const columns: Column<Row>[] = [
    {
      key: 'code',
      name: 'Code',
      isText: true,
      cell: (row) => <code>{row.code === '' ? 'none' : row.code}</code>,
    },
    { key: 'count', name: 'Count', cell: (row) => whole(row.count) },
    ...(isMember
      ? ([
          {
            key: 'message',
            name: 'Message',
            isText: true,
            cell: (row) => row.message,
            title: (row) => row.message,
          },
          {
            key: 'label',
            name: 'First in',
            isText: true,
            cell: (row) => row.example.label,
            title: (row) => row.example.label,
          },
          {
            key: 'at',
            name: 'First at',
            cell: (row) => into(row.example.time / 1000 - range.start),
            title: (row) => `${local(new Date(row.example.time))}, ${utc(new Date(row.example.time))}`,
          },
        ] satisfies Column<Row>[])
      : []),
  ];
  const aside = all > errors.length && (
    <span class="soft">
      the first {errors.length} of {whole(all)}
    </span>
  );
  return (
    <Part title="Errors" aside={aside}>
      <DataTable
        caption="Errors"
        columns={columns}
        count={errors.length}
        rowAt={(index) => errors[index]}
        keyOf={(row) => `${row.code} ${row.message}`}
      />
    </Part>
  );
}
