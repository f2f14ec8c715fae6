import { useState } from 'preact/hooks';
import type { ChannelResource } from '../../../contract/resources/notification.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Problems } from '../../components/problems.tsx';
import { EventBoxes, eventsField } from './event-boxes.tsx';

interface EditEventsProps {
  channel: ChannelResource;
  onSaved: () => void;
  onClose: () => void;
}

/** Changes the events that a channel receives. */
export function EditEvents({ channel, onSaved, onClose }: EditEventsProps) {
  const [events, setEvents] = useState(channel.events);
  const { error, isBusy, run } = useAction();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const isDone = await run(async () => {
      await api.notifications.change(channel.uuid, { events });
      onSaved();
    });
    if (isDone) onClose();
  };
  return (
    <Dialog title={`Edit events of ${channel.target}`} onClose={onClose}>
      <form onSubmit={save} noValidate>
        <EventBoxes error={error} value={events} onChange={setEvents} />
        <Problems messages={otherProblems(error, [eventsField])} />
        <div class="actions">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
