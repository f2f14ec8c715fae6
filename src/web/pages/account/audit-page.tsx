import type { AuditEntryResource } from '../../../contract/resources/audit.ts';
import { api, apiUrl } from '../../app/api.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { isOwner, session } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icons.tsx';
import { Moment } from '../../components/moment.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { AccountFrame } from './account-frame.tsx';
import { knownActions, outcomeOf, wordsOfAction } from './audit-words.ts';
import { type AuditFilter, useAudit } from './use-audit.ts';

/** Audit log: accepted and denied changes with user, time and address. */
export default function AuditPage(_: PageProps) {
  const { params } = pageLocation.value;
  const filter = { user: params.get('user') ?? '', action: params.get('action') ?? '' };
  const audit = useAudit(filter, isOwner(session.value));
  const { entries } = audit;
  const isFiltered = filter.user !== '' || filter.action !== '';
  return (
    <AccountFrame title="Audit log">
      <header class="head">
        <h1>Audit log</h1>
        <Filters filter={filter} />
      </header>
      {audit.error && <Failed error={audit.error} retry={audit.reload} />}
      {!entries && !audit.error && <Loading what="audit log" />}
      {entries?.length === 0 && (
        <Empty title={isFiltered ? 'No entries match these filters' : 'No entries yet'}>
          {isFiltered && (
            <button type="button" onClick={() => setParams({ user: undefined, action: undefined })}>
              Show all entries
            </button>
          )}
        </Empty>
      )}
      {entries && entries.length > 0 && (
        <DataTable
          caption="Audit log"
          drawsAll
          columns={columns}
          count={entries.length}
          rowAt={(index) => entries[index]}
          keyOf={(entry) => entry.id}
        />
      )}
      {audit.hasMore && (
        <p>
          <button type="button" disabled={audit.isLoadingMore} onClick={() => void audit.more()}>
            Show older entries
          </button>
        </p>
      )}
    </AccountFrame>
  );
}

function Filters({ filter }: { filter: AuditFilter }) {
  const users = useLoaded((signal) => api.users.list({ signal }), []);
  const people = users.value?._embedded.users ?? [];
  const isGone = filter.user !== '' && !people.some(({ id }) => String(id) === filter.user);
  const csv = api.audit.csvPath({
    ...(filter.user !== '' && { user: filter.user }),
    ...(filter.action !== '' && { action: filter.action }),
  });
  return (
    <div class="filters">
      <select
        aria-label="User"
        value={filter.user}
        onChange={(event) => setParams({ user: event.currentTarget.value })}
      >
        <option value="">All users</option>
        {people.map(({ id, email }) => (
          <option key={id} value={String(id)}>
            {email}
          </option>
        ))}
        {/* Removed users may still be in the log and in the query. */}
        {isGone && <option value={filter.user}>user {filter.user}</option>}
      </select>
      <select
        aria-label="Action"
        value={filter.action}
        onChange={(event) => setParams({ action: event.currentTarget.value })}
      >
        <option value="">All actions</option>
        {knownActions.map(([action, words]) => (
          <option key={action} value={action}>
            {words}
          </option>
        ))}
        {filter.action !== '' && wordsOfAction(filter.action) === undefined && (
          <option value={filter.action}>{filter.action}</option>
        )}
      </select>
      <a href={apiUrl(csv)} download="audit.csv" class="download">
        <Icon name="download" /> Download CSV
      </a>
    </div>
  );
}

const columns: Column<AuditEntryResource>[] = [
  { key: 'at', name: 'Time', isText: true, cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'who',
    name: 'User',
    isText: true,
    cell: ({ email }) => email ?? <span class="soft">unknown</span>,
    title: ({ email }) => email ?? undefined,
  },
  {
    key: 'what',
    name: 'Action',
    isText: true,
    cell: ({ action }) => wordsOfAction(action) ?? <code>{action}</code>,
    title: ({ action }) => action,
  },
  {
    key: 'target',
    name: 'Target',
    isText: true,
    cell: ({ target }) => target !== null && <code>{target}</code>,
    title: ({ target }) => target ?? undefined,
  },
  {
    key: 'outcome',
    name: 'Result',
    isText: true,
    cell: ({ status }) => {
      const { sign, says, tone } = outcomeOf(status);
      return (
        <span class={tone}>
          {sign} {says}
        </span>
      );
    },
    title: ({ status }) => `HTTP ${status}`,
  },
  { key: 'means', name: 'Authentication', isText: true, cell: ({ means }) => means },
  { key: 'address', name: 'IP address', isText: true, cell: ({ address }) => <code>{address}</code> },
];
