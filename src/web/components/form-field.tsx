import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ContractError } from '../../contract/contract-error.ts';
import { problemsOf } from './field-problems.ts';

interface FieldProps {
  name: string;
  /** Field name in the API, used to assign errors. */
  field: string;
  error: ContractError | undefined;
  hint?: string;
  /** Error found by the page itself. */
  problem?: string | undefined;
  children: (id: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ComponentChildren;
}

/** A form field with label, hint and errors. */
export function Field({ name, field, error, hint, problem, children }: FieldProps) {
  const id = useId();
  const problems = problem === undefined ? problemsOf(error, field) : [problem];
  return (
    <div class="form-field">
      <label for={id}>{name}</label>
      {children({ id, 'aria-describedby': `${id}-says`, 'aria-invalid': problems.length > 0 })}
      <p id={`${id}-says`} class={problems.length > 0 ? 'bad' : 'soft'}>
        {problems.length > 0 ? `✕ ${problems.join(' ')}` : hint}
      </p>
    </div>
  );
}
