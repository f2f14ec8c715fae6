import type { UsageResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Failed } from '../../components/states.tsx';
import { count, whole } from '../../format/figures.ts';
import { dollars, isCharged } from '../../format/money.ts';
import { shortName } from './grid-part.tsx';

type Row = UsageResource['_embedded']['usage'][number];

/** Node-minutes and costs of stopped grids; recorded when a grid stops. */
export function Usage({ gridIds }: { gridIds: readonly string[] }) {
  const usage = useLoaded((signal) => api.account.usage({ signal }), [gridIds.join()]);
  if (usage.error) return <Failed error={usage.error} retry={usage.reload} />;
  if (!usage.value) return null;
  const rows = usage.value._embedded.usage;
  const total = usage.value.total_node_minutes;
  return (
    <Part
      title="Usage"
      aside={
        <span class="soft">
          {count(total, 'node-minute')} in {count(rows.length, 'stopped grid')}
          {isCharged(usage.value.total_cost) && `, ${dollars(usage.value.total_cost)}`}
        </span>
      }
    >
      {rows.length === 0 ? (
        <p class="soft">No usage yet. A grid is counted when it stops. The shared grid is not counted.</p>
      ) : (
        <DataTable
          caption="Usage"
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          keyOf={(row) => row.grid}
        />
      )}
    </Part>
  );
}

const columns: Column<Row>[] = [
  {
    key: 'grid',
    name: 'Grid',
    isText: true,
    cell: (row) => (
      <>
        {shortName({ name: row.name, uuid: row.grid })} <span class="id soft">{row.grid}</span>
      </>
    ),
  },
  { key: 'nodes', name: 'Nodes', cell: (row) => whole(row.nodes) },
  { key: 'minutes', name: 'Node-minutes', cell: (row) => whole(row.node_minutes) },
  { key: 'cost', name: 'Cost', cell: (row) => dollars(row.cost) },
  { key: 'from', name: 'From', cell: (row) => <Moment at={row.from} /> },
  { key: 'to', name: 'To', cell: (row) => <Moment at={row.to} /> },
];
