import { useState } from 'preact/hooks';
import type { ContractError } from '../../contract/contract-error.ts';
import { Field } from './form-field.tsx';

export interface ConfirmedPassword {
  text: string;
  again: string;
  showsMismatch: boolean;
  set(text: string): void;
  setAgain(text: string): void;
  /** Compares both fields; a mismatch is shown beside the second one. */
  isSame(): boolean;
  clear(): void;
}

export function useNewPassword(): ConfirmedPassword {
  const [text, set] = useState('');
  const [again, setAgain] = useState('');
  const [showsMismatch, setShowsMismatch] = useState(false);
  return {
    text,
    again,
    showsMismatch,
    set,
    setAgain,
    isSame: () => {
      setShowsMismatch(text !== again);
      return text === again;
    },
    clear: () => {
      set('');
      setAgain('');
      setShowsMismatch(false);
    },
  };
}

interface NewPasswordProps {
  name: string;
  field: string;
  error: ContractError | undefined;
  password: ConfirmedPassword;
}

/** A new password with a confirmation field. */
export function NewPassword({ name, field, error, password }: NewPasswordProps) {
  const differs = password.showsMismatch && password.text !== password.again;
  return (
    <>
      <Field
        name={name}
        field={field}
        error={error}
        hint="At least 10 characters. A passphrase is easy to remember."
      >
        {(ids) => (
          <input
            {...ids}
            type="password"
            autocomplete="new-password"
            required
            value={password.text}
            onInput={(event) => password.set(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        name={`Confirm ${name.toLowerCase()}`}
        field=""
        error={undefined}
        problem={differs ? 'The passwords do not match.' : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            type="password"
            autocomplete="new-password"
            required
            value={password.again}
            onInput={(event) => password.setAgain(event.currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}
