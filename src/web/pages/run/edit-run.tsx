import { useState } from 'preact/hooks';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';

const fields = ['run[name]', 'run[tag_list]', 'run[notes]'];

interface EditRunProps {
  view: RunViewResource;
  onSaved: () => void;
  onClose: () => void;
}

/** Edits name, tags and notes. */
export function EditRun({ view, onSaved, onClose }: EditRunProps) {
  const [name, setName] = useState(view.name ?? '');
  const [tags, setTags] = useState(view.tag_list.join(', '));
  const [notes, setNotes] = useState(view.notes ?? '');
  const { error, isBusy, run } = useAction();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const tagList = tags.split(',').map((tag) => tag.trim());
    const isDone = await run(async () => {
      await api.runs.change(view.uuid, { name: name.trim(), tag_list: tagList.filter(Boolean), notes });
    });
    if (!isDone) return;
    onSaved();
    onClose();
  };
  return (
    <Dialog title="Edit run" onClose={onClose}>
      <form class="edit-run" onSubmit={save} noValidate>
        <Field name="Name" field="run[name]" error={error}>
          {(ids) => <input {...ids} value={name} onInput={(event) => setName(event.currentTarget.value)} />}
        </Field>
        <Field name="Tags" field="run[tag_list]" error={error} hint="Comma-separated">
          {(ids) => <input {...ids} value={tags} onInput={(event) => setTags(event.currentTarget.value)} />}
        </Field>
        <Field name="Notes" field="run[notes]" error={error} hint="Not shown on public pages">
          {(ids) => (
            <textarea
              {...ids}
              rows={6}
              value={notes}
              onInput={(event) => setNotes(event.currentTarget.value)}
            />
          )}
        </Field>
        <Problems messages={otherProblems(error, fields)} />
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
