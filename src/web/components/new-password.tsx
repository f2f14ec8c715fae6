import { useState } from 'preact/hooks';
import type { ContractError } from '../../contract/contract-error.ts';
import { Field } from './form-field.tsx';

export interface TwicePassword {
  text: string;
  again: string;
  isTold: boolean;
  set(text: string): void;
  setAgain(text: string): void;
  /** Whether both are the same; says so beside the field if not. */
  isSame(): boolean;
  clear(): void;
}

export function useNewPassword(): TwicePassword {
  const [text, set] = useState('');
  const [again, setAgain] = useState('');
  const [isTold, setTold] = useState(false);
  return {
    text,
    again,
    isTold,
    set,
    setAgain,
    isSame: () => {
      setTold(text !== again);
      return text === again;
    },
    clear: () => {
      set('');
      setAgain('');
      setTold(false);
    },
  };
}

interface NewPasswordProps {
  name: string;
  field: string;
  error: ContractError | undefined;
  password: TwicePassword;
}

/** A password that is typed twice, since nobody sees what is typed. */
export function NewPassword({ name, field, error, password }: NewPasswordProps) {
  const differs = password.isTold && password.text !== password.again;
  return (
    <>
      <Field
        name={name}
        field={field}
        error={error}
        hint="10 characters or more; a sentence of your own is easy to keep in mind"
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
        name={`${name} again`}
        field=""
        error={undefined}
        problem={differs ? 'It is not the same as above.' : undefined}
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
