import { Field } from '../../components/form-field.tsx';
import type { Draft, FormPartProps } from './draft.ts';

type Secret = Draft['secrets'][number];

/** Parameters with secret values. */
export function Secrets({ draft, change, error }: FormPartProps) {
  const { secrets } = draft;
  const set = (index: number, changes: Partial<Secret>) =>
    change({ secrets: secrets.map((each, at) => (at === index ? { ...each, ...changes } : each)) });
  return (
    <fieldset class="secrets">
      <legend>Secrets</legend>
      <Field
        name={secrets.length === 0 ? 'Secret parameters' : 'Name and value'}
        field="run[secrets][]"
        error={error}
        hint="Parameters of the plan whose values are stored encrypted, never shown, and masked in logs, results and archives. -Dname is a system property, -Ename an environment variable."
      >
        {(ids) => (
          <>
            {secrets.map(({ name, value }, index) => (
              <div key={index} class="secret">
                <input
                  {...(index === 0 ? ids : {})}
                  class="code"
                  aria-label={`Name of secret ${index + 1}`}
                  placeholder="api_token"
                  spellcheck={false}
                  autocomplete="off"
                  value={name}
                  onInput={(event) => set(index, { name: event.currentTarget.value })}
                />
                <input
                  type="password"
                  aria-label={`Value of secret ${index + 1}`}
                  placeholder="Value, at least 4 characters"
                  autocomplete="new-password"
                  value={value}
                  onInput={(event) => set(index, { value: event.currentTarget.value })}
                />
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Remove secret ${index + 1}`}
                  onClick={() => change({ secrets: secrets.filter((_, at) => at !== index) })}
                >
                  Remove
                </button>
              </div>
            ))}
            <button
              type="button"
              class="link"
              {...(secrets.length === 0 ? ids : {})}
              onClick={() => change({ secrets: [...secrets, { name: '', value: '' }] })}
            >
              Add a secret
            </button>
          </>
        )}
      </Field>
    </fieldset>
  );
}
