import { useState } from 'preact/hooks';
import type { ScopeInput } from '../../../contract/inputs.ts';
import type { NewTokenResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import { canOperate, session } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';
import { namedAlike, SelectField } from '../../components/select-field.tsx';
import { dayIn, endOfDay } from './end-of-day.ts';
import { ScopeBoxes } from './scope-boxes.tsx';

const fields = ['token[name]', 'token[scopes][]', 'token[project]', 'token[expires_at]'];

export function NewToken({ onMade }: { onMade: (token: NewTokenResource) => void }) {
  const projects = useLoaded((signal) => api.account.projects({ signal }), []);
  const projectNames = projects.value?._embedded.projects.map(({ name }) => name) ?? [];
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ScopeInput[]>(canOperate(session.peek()) ? ['read', 'run'] : ['read']);
  const [project, setProject] = useState('');
  const [day, setDay] = useState('');
  const { error, isBusy, run } = useAction();
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      onMade(
        await api.tokens.add({
          name: name.trim(),
          scopes,
          expires_at: endOfDay(day),
          ...(project !== '' && { project }),
        }),
      );
      setName('');
    });
  };
  return (
    <form class="add" onSubmit={make} noValidate>
      <Field name="Name" field="token[name]" error={error} hint="What the token is for, for example CI">
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <SelectField
        name="Project"
        field="token[project]"
        error={error}
        hint="The token has no access to other projects"
        value={project}
        options={[['', 'All projects'], ...namedAlike(projectNames)]}
        onSelect={setProject}
      />
      <Field name="Expires" field="token[expires_at]" error={error} hint="Leave empty for no expiry">
        {(ids) => (
          <input
            {...ids}
            type="date"
            min={dayIn(0, new Date())}
            value={day}
            onInput={(event) => setDay(event.currentTarget.value)}
          />
        )}
      </Field>
      <ScopeBoxes legend="Scopes" field="token[scopes][]" error={error} value={scopes} onChange={setScopes} />
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        Create token
      </button>
    </form>
  );
}
