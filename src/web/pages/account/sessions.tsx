import { useState } from 'preact/hooks';
import type { SessionListResource } from '../../../contract/resources/session.ts';
import { api } from '../../app/api.ts';
import { signOut } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { ago, local } from '../../format/moments.ts';
import { browserName } from './browser-name.ts';

type Item = SessionListResource['_embedded']['sessions'][number];

/** Browser sessions of the current user. */
export function Sessions() {
  const sessions = useLoaded((signal) => api.sessions.list({ signal }), []);
  const [asking, setAsking] = useState<Item>();
  const { error, run } = useAction();
  const end = async (item: Item) => {
    if (item.current) return run(signOut);
    const isDone = await run(() => api.sessions.end(item.id));
    sessions.reload();
    return isDone;
  };
  const list = sessions.value?._embedded.sessions;
  return (
    <Part title="Sessions" aside={list && <span class="soft">{count(list.length, 'session')}</span>}>
      {sessions.error && <Failed error={sessions.error} retry={sessions.reload} />}
      {!list && !sessions.error && <Loading what="sessions" lines={3} />}
      <Problems messages={otherProblems(error, [])} />
      {list?.length === 0 && <Empty title="No active sessions" />}
      {list && list.length > 0 && (
        <DataTable
          caption="Active sessions"
          drawsAll
          columns={columnsFor(setAsking)}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(item) => String(item.id)}
        />
      )}
      {asking && (
        <Confirm
          title={`Sign out ${browserName(asking.user_agent)}?`}
          action="Sign out"
          isDangerous
          onConfirm={() => void end(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>{asking.current ? 'This is the current session.' : 'The session ends immediately.'}</p>
        </Confirm>
      )}
    </Part>
  );
}

function columnsFor(onEnd: (item: Item) => void): Column<Item>[] {
  return [
    {
      key: 'browser',
      name: 'Browser',
      isText: true,
      cell: (item) => (
        <>
          {browserName(item.user_agent)} {item.current && <span class="soft">this browser</span>}
        </>
      ),
      title: (item) => item.user_agent,
    },
    { key: 'address', name: 'IP address', isText: true, cell: (item) => <code>{item.address}</code> },
    { key: 'begun', name: 'Signed in', cell: (item) => <Moment at={item.created_at} /> },
    {
      key: 'used',
      name: 'Last used',
      cell: (item) => ago(new Date(item.last_used_at), new Date()),
      title: (item) => local(new Date(item.last_used_at)),
    },
    { key: 'ends', name: 'Expires', cell: (item) => <Moment at={item.expires_at} /> },
    {
      key: 'end',
      name: 'Actions',
      cell: (item) => (
        <button type="button" class="warning" onClick={() => onEnd(item)}>
          Sign out<span class="hidden"> {browserName(item.user_agent)}</span>
        </button>
      ),
    },
  ];
}
