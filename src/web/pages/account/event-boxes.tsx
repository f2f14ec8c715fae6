import type { ContractError } from '../../../contract/contract-error.ts';
import type { NotificationEventName } from '../../../contract/inputs.ts';
import { notificationEventNames, notificationEventWords } from '../../../contract/notification-words.ts';
import { problemsOf } from '../../components/field-problems.ts';

export const eventsField = 'notification[events]';

interface EventBoxesProps {
  error: ContractError | undefined;
  value: readonly NotificationEventName[];
  onChange: (events: NotificationEventName[]) => void;
}

/** Checkboxes for the events of a notification channel. */
export function EventBoxes({ error, value, onChange }: EventBoxesProps) {
  const toggle = (event: NotificationEventName) =>
    onChange(notificationEventNames.filter((one) => (one === event) !== value.includes(one)));
  return (
    <fieldset class="boxes wide">
      <legend>Events</legend>
      {notificationEventNames.map((event) => (
        <label key={event} class="check">
          <input type="checkbox" checked={value.includes(event)} onChange={() => toggle(event)} />
          <span>
            <code>{event}</code> {notificationEventWords[event]}
          </span>
        </label>
      ))}
      {problemsOf(error, eventsField).map((message) => (
        <p key={message} class="bad" role="alert">
          ✕ {message}
        </p>
      ))}
    </fieldset>
  );
}
