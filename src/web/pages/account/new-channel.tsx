import { useState } from 'preact/hooks';
import type { NewNotificationInput, NotificationEventName } from '../../../contract/inputs.ts';
import { channelKindWords } from '../../../contract/notification-words.ts';
import type { NewChannelResource } from '../../../contract/resources/notification.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';
import { namedAlike, SelectField } from '../../components/select-field.tsx';
import { EventBoxes, eventsField } from './event-boxes.tsx';

type Kind = NewNotificationInput['kind'];

const fields = ['notification[kind]', 'notification[address]', 'notification[project]', eventsField];

const addressHints: Readonly<Record<Kind, string>> = {
  webhook: 'URL that receives signed POST requests',
  slack: 'URL of an incoming webhook: https://hooks.slack.com/services/…',
  teams: 'URL of the workflow "When a Teams webhook request is received"',
  email: 'Address of one recipient',
};

/** Adds a notification channel. */
export function NewChannel({ onAdded }: { onAdded: (channel: NewChannelResource) => void }) {
  const projects = useLoaded((signal) => api.account.projects({ signal }), []);
  const [kind, setKind] = useState<Kind>('webhook');
  const [address, setAddress] = useState('');
  const [project, setProject] = useState<string>();
  const [events, setEvents] = useState<NotificationEventName[]>(['failed', 'worse', 'cannot_start']);
  const { error, isBusy, run } = useAction();
  const names = projects.value?._embedded.projects.map(({ name }) => name) ?? [];
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      onAdded(await api.notifications.create({ kind, address, project: project ?? names[0], events }));
      setAddress('');
    });
  };
  return (
    <form class="add" onSubmit={add} noValidate>
      <SelectField
        name="Kind"
        field="notification[kind]"
        error={error}
        value={kind}
        options={Object.entries(channelKindWords) as [Kind, string][]}
        onSelect={setKind}
      />
      <Field name="Address" field="notification[address]" error={error} hint={addressHints[kind]}>
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            spellcheck={false}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        )}
      </Field>
      <SelectField
        name="Project"
        field="notification[project]"
        error={error}
        value={project}
        options={namedAlike(names)}
        onSelect={setProject}
      />
      <EventBoxes error={error} value={events} onChange={setEvents} />
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        Add channel
      </button>
    </form>
  );
}
