import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { BudgetResource } from '../../../contract/resources/budget.ts';
import { api } from '../../app/api.ts';
import { isOwner, session } from '../../app/session.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Part } from '../../components/part.tsx';
import { Failed } from '../../components/states.tsx';
import { dollars } from '../../format/money.ts';

/** Costs of this month and the monthly budget, which owners change. */
export function Budget({ gridIds }: { gridIds: readonly string[] }) {
  const budget = useLoaded((signal) => api.account.budget({ signal }), [gridIds.join()]);
  if (budget.error) return <Failed error={budget.error} retry={budget.reload} />;
  if (!budget.value) return null;
  return (
    <Part title="Budget" aside={<span class="soft">{textOf(budget.value)}</span>}>
      {isOwner(session.value) ? (
        <BudgetForm budget={budget.value} onChange={budget.replace} onRemove={budget.reload} />
      ) : (
        budget.value.monthly === null && <p class="soft">Owners can set a monthly budget.</p>
      )}
    </Part>
  );
}

interface BudgetFormProps {
  budget: BudgetResource;
  onChange: (budget: BudgetResource) => void;
  onRemove: () => void;
}

function BudgetForm({ budget, onChange, onRemove }: BudgetFormProps) {
  const [error, setError] = useState<ContractError>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(toContractError(thrown));
    } finally {
      setBusy(false);
    }
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const monthly = String(form.get('monthly') ?? '').trim();
    void attempt(async () =>
      onChange(await api.account.setBudget({ monthly, end_grids: form.get('end') !== null })),
    );
  };
  const remove = () =>
    void attempt(async () => {
      await api.account.removeBudget();
      onRemove();
    });
  return (
    <form class="budget" onSubmit={save} noValidate key={`${budget.monthly} ${budget.end_grids}`}>
      <Field
        name="Monthly budget"
        field="budget[monthly]"
        error={error}
        hint="US dollars. Grids that do not fit are rejected"
      >
        {(ids) => (
          <input
            {...ids}
            name="monthly"
            inputMode="decimal"
            defaultValue={budget.monthly === null ? '' : dollars(budget.monthly).replaceAll(/[$,]/g, '')}
          />
        )}
      </Field>
      <label class="check">
        <input type="checkbox" name="end" defaultChecked={budget.end_grids} />
        Stop running grids when the budget is spent
      </label>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Save budget
        </button>
        {budget.monthly !== null && (
          <button type="button" class="quiet" disabled={isBusy} onClick={remove}>
            Remove budget
          </button>
        )}
      </div>
      {otherProblems(error, ['budget[monthly]']).map((message) => (
        <p key={message} class="bad" role="alert">
          ✕ {message}
        </p>
      ))}
    </form>
  );
}

function textOf({ month, monthly, spent, expected, left }: BudgetResource): string {
  const costs = `${month}: ${dollars(spent)} spent, ${dollars(expected)} with running grids until they stop`;
  return monthly === null ? costs : `${costs}, ${dollars(left)} of ${dollars(monthly)} left`;
}
