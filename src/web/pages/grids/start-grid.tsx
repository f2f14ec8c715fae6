import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { NewGridInput } from '../../../contract/inputs.ts';
import { api } from '../../app/api.ts';
import { toContractError } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Part } from '../../components/part.tsx';

const fields = [
  'grid[region]',
  'grid[infrastructure]',
  'grid[instance_quantity]',
  'grid[stop_after]',
  'grid[instance_type]',
];

/** Form for a new grid. */
export function StartGrid({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const [error, setError] = useState<ContractError>();
  const [isBusy, setBusy] = useState(false);
  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const input: NewGridInput = {
      region: text('region'),
      infrastructure: text('infrastructure') === 'hosted' ? 'hosted' : 'demand',
      instance_quantity: Number(text('nodes')),
      stop_after: Number(text('minutes')),
      ...(text('type') === '' ? {} : { instance_type: text('type') }),
    };
    setBusy(true);
    setError(undefined);
    try {
      await api.grids.create(input);
      onStarted();
    } catch (thrown) {
      setError(toContractError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Part title="New grid">
      <form class="start-grid" onSubmit={start} noValidate>
        <Field name="Machines" field="grid[infrastructure]" error={error}>
          {(ids) => (
            <select {...ids} name="infrastructure">
              <option value="demand">Nodes on the service machine</option>
              <option value="hosted">Machines that you add yourself</option>
            </select>
          )}
        </Field>
        <Field
          name="Region"
          field="grid[region]"
          error={error}
          hint="A label only: it does not affect where nodes run"
        >
          {(ids) => <input {...ids} name="region" defaultValue="us-east-1" />}
        </Field>
        <Field name="Nodes" field="grid[instance_quantity]" error={error}>
          {(ids) => <input {...ids} name="nodes" type="number" min={1} defaultValue="1" />}
        </Field>
        <Field name="Stop after" field="grid[stop_after]" error={error} hint="Minutes">
          {(ids) => <input {...ids} name="minutes" type="number" min={1} defaultValue="60" />}
        </Field>
        <Field
          name="Node size"
          field="grid[instance_type]"
          error={error}
          hint="For information only: nodes share one machine"
        >
          {(ids) => <input {...ids} name="type" />}
        </Field>
        <div class="buttons">
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? 'Starting' : 'Start grid'}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
        {otherProblems(error, fields).map((message) => (
          <p key={message} class="bad" role="alert">
            ✕ {message}
          </p>
        ))}
      </form>
    </Part>
  );
}
