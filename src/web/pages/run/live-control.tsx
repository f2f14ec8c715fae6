import { useState } from 'preact/hooks';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';

interface LiveControlProps {
  view: RunViewResource;
  onChange: () => void;
}

/** Buttons that change the load of a running run on Spate's engine. */
export function LiveControl({ view, onChange }: LiveControlProps) {
  const [isOpen, setOpen] = useState(false);
  const { error, isBusy, run } = useAction();
  const isPaused = view.live_control?.paused ?? false;
  const pause = async () => {
    await run(async () => {
      await api.runs.control(view.uuid, { paused: !isPaused });
    });
    onChange();
  };
  return (
    <>
      <button type="button" class="quiet" disabled={isBusy} onClick={pause}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Change users
      </button>
      {error && (
        <p class="bad" role="alert">
          ✕ {error.message}
        </p>
      )}
      {isOpen && <ChangeUsers view={view} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeUsers({ view, onChange, onClose }: LiveControlProps & { onClose: () => void }) {
  const [users, setUsers] = useState(String(view.live_control?.users ?? view.threads ?? ''));
  const { error, isBusy, run } = useAction();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const isDone = await run(async () => {
      await api.runs.control(view.uuid, { users: Number(users) });
    });
    if (!isDone) return;
    onChange();
    onClose();
  };
  return (
    <Dialog title="Change the number of virtual users" onClose={onClose}>
      <form class="edit-run" onSubmit={save} noValidate>
        <Field
          name="Virtual users per node"
          field="control[users]"
          error={error}
          hint="More users start at once; surplus users end after their current sample or iteration"
        >
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={1}
              inputMode="numeric"
              value={users}
              onInput={(event) => setUsers(event.currentTarget.value)}
            />
          )}
        </Field>
        <Problems messages={otherProblems(error, ['control[users]'])} />
        <div class="actions">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            Change users
          </button>
        </div>
      </form>
    </Dialog>
  );
}
