import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { NewGridInput } from '../../../contract/inputs.ts';
import { api } from '../../app/api.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';
import { CostEstimate } from '../../components/cost-estimate.tsx';
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

const defaults: NewGridInput = {
  region: 'us-east-1',
  infrastructure: 'demand',
  instance_quantity: 1,
  stop_after: 60,
};

/** Form for a new grid. */
export function StartGrid({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const [error, setError] = useState<ContractError>();
  const [isBusy, setBusy] = useState(false);
  const credentials = useLoaded((signal) => api.credentials.list({ signal }), []);
  const [estimated, setEstimated] = useState<NewGridInput>(defaults);
  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    const input = inputOf(event.currentTarget as HTMLFormElement);
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
      <form
        class="start-grid"
        onSubmit={start}
        onInput={(event) => setEstimated(inputOf(event.currentTarget))}
        noValidate
      >
        <Field name="Machines" field="grid[infrastructure]" error={error}>
          {(ids) => (
            <select {...ids} name="infrastructure">
              <option value="demand">Nodes on the service machine</option>
              <option value="hosted">Machines that you add yourself</option>
              {(credentials.value?._embedded.credentials ?? [])
                .filter(({ cloud_account: account }) => account !== null)
                .map(({ id, provider, cloud_account: account, description }) => (
                  <option key={id} value={String(id)}>
                    {provider === 'azure' ? 'Azure subscription' : 'AWS account'}{' '}
                    {[account, description].filter(Boolean).join(', ')}
                  </option>
                ))}
            </select>
          )}
        </Field>
        <Field
          name="Region"
          field="grid[region]"
          error={error}
          hint="A region of the cloud such as eu-central-1 or westeurope; otherwise a label only"
        >
          {(ids) => <input {...ids} name="region" defaultValue={defaults.region} />}
        </Field>
        <Field name="Nodes" field="grid[instance_quantity]" error={error}>
          {(ids) => (
            <input {...ids} name="nodes" type="number" min={1} defaultValue={defaults.instance_quantity} />
          )}
        </Field>
        <Field name="Stop after" field="grid[stop_after]" error={error} hint="Minutes">
          {(ids) => (
            <input {...ids} name="minutes" type="number" min={1} defaultValue={defaults.stop_after} />
          )}
        </Field>
        <Field
          name="Node size"
          field="grid[instance_type]"
          error={error}
          hint="Such as m5.large in AWS or Standard_D2s_v5 in Azure; otherwise for information only"
        >
          {(ids) => <input {...ids} name="type" />}
        </Field>
        <CostEstimate input={{ grids: [estimated] }} />
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

function inputOf(form: HTMLFormElement): NewGridInput {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  return {
    region: text('region'),
    ...machinesOf(text('infrastructure')),
    instance_quantity: Number(text('nodes')),
    stop_after: Number(text('minutes')),
    ...(text('type') === '' ? {} : { instance_type: text('type') }),
  };
}

/** `demand`, `hosted`, or the id of a credential. */
function machinesOf(choice: string): Pick<NewGridInput, 'infrastructure' | 'credential_id'> {
  if (choice === 'demand' || choice === 'hosted') return { infrastructure: choice };
  return { infrastructure: 'hosted', credential_id: Number(choice) };
}
