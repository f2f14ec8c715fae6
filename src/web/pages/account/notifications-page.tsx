import { useState } from 'preact/hooks';
import { channelKindWords } from '../../../contract/notification-words.ts';
import type { ChannelResource, NewChannelResource } from '../../../contract/resources/notification.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { isOwner, session } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { AccountFrame } from './account-frame.tsx';
import { NewChannel } from './new-channel.tsx';
import { NewSecret } from './new-secret.tsx';
import { NotificationChannel } from './notification-channel.tsx';

/** Channels that receive messages about runs of a project, each with its delivery log. */
export default function NotificationsPage(_: PageProps) {
  const channels = useLoaded((signal) => api.notifications.list({}, { signal }), []);
  const [made, setMade] = useState<NewChannelResource>();
  const [asking, setAsking] = useState<ChannelResource>();
  const { error, run } = useAction();
  const canManage = isOwner(session.value);
  const list = channels.value?._embedded.notifications;
  const remove = async ({ uuid }: ChannelResource) => {
    await run(() => api.notifications.remove(uuid));
    channels.reload();
  };
  return (
    <AccountFrame title="Notifications">
      <header class="head">
        <h1>Notifications</h1>
        {list && <span class="soft">{count(list.length, 'channel')}</span>}
      </header>
      <p class="soft">
        Messages about the runs of a project: finished, failed, worse than the baseline, or unable to start.
      </p>
      {made && made.secret !== null && (
        <NewSecret
          what="Webhook added. This secret signs its requests."
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
      {channels.error && <Failed error={channels.error} retry={channels.reload} />}
      {!list && !channels.error && <Loading what="notifications" />}
      <Problems messages={error ? [error.message] : []} />
      {list?.length === 0 && (
        <Empty
          title="No notifications yet"
          command="spate notifications add webhook https://example.com/hook"
        />
      )}
      {list?.map((channel) => (
        <NotificationChannel
          key={channel.uuid}
          channel={channel}
          canManage={canManage}
          onChange={channels.reload}
          onRemove={() => setAsking(channel)}
        />
      ))}
      {canManage && (
        <Part title="New channel">
          <NewChannel
            onAdded={(channel) => {
              setMade(channel);
              channels.reload();
            }}
          />
        </Part>
      )}
      {asking && (
        <Confirm
          title={`Delete ${channelKindWords[asking.kind]} ${asking.target}?`}
          action="Delete channel"
          isDangerous
          onConfirm={() => void remove(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>Its delivery log is deleted, and pending messages are not sent.</p>
        </Confirm>
      )}
    </AccountFrame>
  );
}
