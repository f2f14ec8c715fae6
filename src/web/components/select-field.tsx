import type { ContractError } from '../../contract/contract-error.ts';
import { Field } from './form-field.tsx';

interface SelectFieldProps<Value extends string> {
  name: string;
  /** Field name in the API, used to assign errors. */
  field: string;
  error: ContractError | undefined;
  hint?: string;
  /** Undefined selects the first option. */
  value: Value | undefined;
  /** Values with their names. */
  options: readonly (readonly [value: Value, name: string])[];
  onSelect: (value: Value) => void;
}

/** A form field that selects one of several values. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, onSelect, ...field } = props;
  return (
    <Field {...field}>
      {(ids) => (
        <select
          {...ids}
          value={value ?? options[0]?.[0]}
          onChange={(event) => onSelect(event.currentTarget.value as Value)}
        >
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Options that are their own names. */
export function namedAlike<Value extends string>(values: readonly Value[]): [value: Value, name: string][] {
  return values.map((value) => [value, value]);
}
