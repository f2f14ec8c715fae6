import type { RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { Failed } from '../../components/states.tsx';
import { whole } from '../../format/figures.ts';
import { into, local, utc } from '../../format/moments.ts';

type Row = RunViewResource['errors'][number];

interface ErrorsProps {
  view: RunViewResource;
  label: string | undefined;
}

/** Errors of the selected label or of all, grouped by code and message, most frequent first. */
export function Errors({ view, label }: ErrorsProps) {
  const { from, to, is_whole: isWhole } = view.range;
  const ofLabel = useLoaded(
    label === undefined
      ? undefined
      : async (signal) => ({
          label,
          found: await api.runs.errors(view.uuid, { ...(isWhole ? {} : { from, to }), label }, { signal }),
        }),
    [view.uuid, label, view.as_of],
  );
  if (label === undefined) return <ErrorTable view={view} errors={view.errors} all={view.error_count} />;
  // Data of the previously selected label is not shown.
  if (ofLabel.value?.label !== label)
    return ofLabel.error ? <Failed error={ofLabel.error} retry={ofLabel.reload} /> : null;
  const { errors, total } = ofLabel.value.found;
  return <ErrorTable view={view} errors={errors} all={total} label={label} />;
}

interface ErrorTableProps {
  view: RunViewResource;
  errors: readonly Row[];
  /** Total number of groups; `errors` is the first part. */
  all: number;
  label?: string;
}

function ErrorTable({ view, errors, all, label }: ErrorTableProps) {
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
            title: (row) => `${local(new Date(row.example.time))}, ${utc(new Date(row.example.time))}`,
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
