interface SettingChoiceProps {
  /** Attributes that connect it to its field. */
  ids: { id: string; 'aria-describedby': string; 'aria-invalid': boolean };
  name: string;
  /** Labels by value; the empty value: not set. */
  choices: Readonly<Record<string, string>>;
  value: string;
  onChange?: (value: string) => void;
}

/** Selects one of the allowed values of a setting. */
export function SettingChoice({ ids, name, choices, value, onChange }: SettingChoiceProps) {
  return (
    <select {...ids} name={name} onChange={(event) => onChange?.(event.currentTarget.value)}>
      {Object.entries(choices).map(([each, label]) => (
        <option key={each} value={each} selected={each === value}>
          {label}
        </option>
      ))}
    </select>
  );
}
