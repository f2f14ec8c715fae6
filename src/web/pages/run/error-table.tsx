import type { RunViewResource } from '../../../contract/resources/view.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { whole } from '../../format/figures.ts';
import { into, localAndUtc } from '../../format/moments.ts';

type Row = RunViewResource['errors'][number];

interface ErrorTableProps {
  view: RunViewResource;
  errors: readonly Row[];
  /** Total number of groups; `errors` is the first part. */
  all: number;
  label?: string;
  /** Shows requests and responses of an error. */
  onShow?: (row: Row) => void;
}

/** Errors by code and message. Messages are absent without access to the account. */
export function ErrorTable({ view, errors, all, label, onShow }: ErrorTableProps) {
  const { range } = view;
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
            name: 'First label',
            isText: true,
            cell: (row) => row.example.label,
            title: (row) => row.example.label,
          },
          {
            key: 'at',
            name: 'First seen',
            cell: (row) => into(row.example.time / 1000 - range.start),
            title: (row) => localAndUtc(new Date(row.example.time)),
          },
        ] satisfies Column<Row>[])
      : []),
    ...(isMember && onShow
      ? ([
          {
            key: 'samples',
            name: 'Samples',
            cell: (row) => (
              <button type="button" class="quiet" onClick={() => onShow(row)}>
                Show<span class="hidden"> samples of {row.code}</span>
              </button>
            ),
          },
        ] satisfies Column<Row>[])
      : []),
  ];
  const aside = (
    <span class="soft">
      {label !== undefined && `label ${label}`}
      {label !== undefined && all > errors.length && ', '}
      {all > errors.length && `${errors.length} of ${whole(all)}`}
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
