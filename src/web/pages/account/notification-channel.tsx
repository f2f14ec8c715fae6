import { useState } from 'preact/hooks';
import { channelKindWords } from '../../../contract/notification-words.ts';
import type { ChannelResource, DeliveryResource } from '../../../contract/resources/notification.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { EditEvents } from './edit-events.tsx';

interface NotificationChannelProps {
  channel: ChannelResource;
  canManage: boolean;
  onChange: () => void;
  onRemove: () => void;
}

/** One channel with its events, actions and delivery log. */
export function NotificationChannel({ channel, canManage, onChange, onRemove }: NotificationChannelProps) {
  const { uuid, project, kind, target, events, is_on } = channel;
  const log = useLoaded((signal) => api.notifications.deliveries(uuid, { signal }), [uuid]);
  const [isEditing, setEditing] = useState(false);
  const [tested, setTested] = useState<DeliveryResource>();
  const action = useAction();
  const deliveries = log.value?._embedded.deliveries ?? [];
  const sendTest = () =>
    void action.run(async () => {
      setTested(undefined);
      setTested(await api.notifications.test(uuid));
      log.reload();
    });
  const toggle = () =>
    void action.run(async () => {
      await api.notifications.change(uuid, { on: !is_on });
      onChange();
    });
  return (
    <Part
      title={`${channelKindWords[kind]}: ${target}`}
      aside={
        canManage && (
          <span class="buttons">
            <button type="button" disabled={action.isBusy} onClick={sendTest}>
              Send test
            </button>
            <button type="button" disabled={action.isBusy} onClick={() => setEditing(true)}>
              Edit events
            </button>
            <button type="button" disabled={action.isBusy} onClick={toggle}>
              {is_on ? 'Pause' : 'Resume'}
            </button>
            <button type="button" class="warning" disabled={action.isBusy} onClick={onRemove}>
              Delete
            </button>
          </span>
        )
      }
    >
      <p>
        Project {project}, on {events.join(', ')}
        {!is_on && <b> · paused</b>}
      </p>
      <Problems messages={action.error ? [action.error.message] : []} />
      {isEditing && <EditEvents channel={channel} onSaved={onChange} onClose={() => setEditing(false)} />}
      {tested && (
        <p role="status" class={tested.state === 'delivered' ? 'good' : 'bad'}>
          {tested.state === 'delivered' ? '✓ Test message delivered.' : `✕ Not delivered: ${tested.reason}`}
        </p>
      )}
      <Problems messages={log.error ? [log.error.message] : []} />
      {log.value && deliveries.length === 0 && <p class="soft">Nothing sent yet.</p>}
      {deliveries.length > 0 && (
        <DataTable
          caption={`Delivery log of ${target}`}
          drawsAll
          columns={columns}
          count={deliveries.length}
          rowAt={(index) => deliveries[index]}
          keyOf={(delivery) => delivery.uuid}
        />
      )}
    </Part>
  );
}

const columns: readonly Column<DeliveryResource>[] = [
  { key: 'created', name: 'Created', isText: true, cell: ({ created }) => <Moment at={created} /> },
  {
    key: 'title',
    name: 'Message',
    isText: true,
    cell: ({ title, run }) => (run === null ? title : <a href={`/app/runs/${run}`}>{title}</a>),
    title: ({ title }) => title,
  },
  {
    key: 'state',
    name: 'State',
    isText: true,
    cell: ({ state, changed }) => {
      if (state === 'delivered') return <span class="good">✓ Delivered</span>;
      if (state === 'failed') return <span class="bad">✕ Failed</span>;
      return (
        <>
          Next attempt <Moment at={changed} />
        </>
      );
    },
  },
  { key: 'attempts', name: 'Attempts', cell: ({ attempts }) => attempts },
  {
    key: 'reason',
    name: 'Problem',
    isText: true,
    cell: ({ reason }) => reason ?? '',
    title: ({ reason }) => reason ?? undefined,
  },
];
