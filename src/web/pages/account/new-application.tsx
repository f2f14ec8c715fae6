import { useState } from 'preact/hooks';
import { type ApplicationKind, applicationKinds } from '../../../contract/application-kinds.ts';
import type { ScopeInput } from '../../../contract/inputs.ts';
import type { NewApplicationResource } from '../../../contract/resources/application.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';
import { ScopeBoxes } from './scope-boxes.tsx';

const fields = ['application[name]', 'application[redirect_uris][]', 'application[scopes][]'];
const [firstKind] = applicationKinds as [ApplicationKind];

export function NewApplication({ onMade }: { onMade: (application: NewApplicationResource) => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState(firstKind);
  const [redirects, setRedirects] = useState('');
  const [scopes, setScopes] = useState<ScopeInput[]>(['read']);
  const { error, isBusy, run } = useAction();
  const register = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      onMade(
        await api.applications.add({
          name: name.trim(),
          confidential: kind.confidential,
          grant_types: kind.grant_types,
          scopes,
          redirect_uris: kind.hasRedirects ? redirects.split(/\s+/).filter((uri) => uri !== '') : [],
        }),
      );
      setName('');
      setRedirects('');
    });
  };
  return (
    <form class="column" onSubmit={register} noValidate>
      <Field name="Name" field="application[name]" error={error} hint="Shown to users on the consent page">
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="boxes">
        <legend>Type</legend>
        {applicationKinds.map((one) => (
          <label key={one.name} class="check">
            <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
            <span>
              <b>{one.title}</b> {one.says}
            </span>
          </label>
        ))}
      </fieldset>
      {kind.hasRedirects && (
        <Field
          name="Redirect URIs"
          field="application[redirect_uris][]"
          error={error}
          hint="One per line, for example https://dash.example.com/callback"
        >
          {(ids) => (
            <textarea
              {...ids}
              class="code"
              rows={3}
              spellcheck={false}
              value={redirects}
              onInput={(event) => setRedirects(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <ScopeBoxes
        legend="Scopes"
        field="application[scopes][]"
        error={error}
        value={scopes}
        onChange={setScopes}
      />
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        Register application
      </button>
    </form>
  );
}
