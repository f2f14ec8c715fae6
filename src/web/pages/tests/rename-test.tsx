import { useState } from 'preact/hooks';
import type { TestResource } from '../../../contract/resources/load-test.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';

interface RenameTestProps {
  test: TestResource;
  onSaved: (test: TestResource) => void;
  onClose: () => void;
}

export function RenameTest({ test, onSaved, onClose }: RenameTestProps) {
  const [name, setName] = useState(test.name);
  const { error, isBusy, run } = useAction();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const isDone = await run(async () => onSaved(await api.tests.change(test.uuid, { name: name.trim() })));
    if (isDone) onClose();
  };
  return (
    <Dialog title="Rename test" onClose={onClose}>
      <form onSubmit={save} noValidate>
        <Field name="Name" field="test[name]" error={error} hint="Unique in the project">
          {(ids) => <input {...ids} value={name} onInput={(event) => setName(event.currentTarget.value)} />}
        </Field>
        <Problems messages={otherProblems(error, ['test[name]'])} />
        <div class="actions">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}
