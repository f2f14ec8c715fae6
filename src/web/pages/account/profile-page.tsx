import { useEffect, useState } from 'preact/hooks';
import type { UserResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { loadSession } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { NewPassword, useNewPassword } from '../../components/new-password.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { AccountFrame } from './account-frame.tsx';
import { roleSummary } from './role-words.ts';
import { Sessions } from './sessions.tsx';

/** Name, password and sessions of the current user. */
export default function ProfilePage(_: PageProps) {
  const me = useLoaded((signal) => api.users.me({ signal }), []);
  return (
    <AccountFrame title="Profile">
      {me.error && <Failed error={me.error} retry={me.reload} />}
      {!me.value && !me.error && <Loading what="profile" />}
      {me.value && (
        <>
          <h1>{me.value.name ?? me.value.email}</h1>
          <Facts me={me.value} />
          <Name me={me.value} onSaved={me.reload} />
          <Password email={me.value.email} />
          <Sessions />
        </>
      )}
    </AccountFrame>
  );
}

function Facts({ me }: { me: UserResource }) {
  return (
    <p class="soft">
      {me.name !== null && `${me.email}. `}
      Role: {me.role}. {roleSummary[me.role]} {count(me.sign_in_count, 'sign-in')}
      {me.last_sign_in_at !== null && (
        <>
          , previous sign-in <Moment at={me.last_sign_in_at} />
        </>
      )}
      .
    </p>
  );
}

function Name({ me, onSaved }: { me: UserResource; onSaved: () => void }) {
  const [name, setName] = useState(me.name ?? '');
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAction();
  useEffect(() => setName(me.name ?? ''), [me.name]);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const isDone = await run(async () => {
      await api.users.rename(name.trim());
    });
    setSaved(isDone);
    if (!isDone) return;
    onSaved();
    await loadSession();
  };
  return (
    <Part title="Name">
      <form class="add" onSubmit={save} noValidate>
        <Field name="Your name" field="user[name]" error={error} hint="Shown to other users">
          {(ids) => (
            <input
              {...ids}
              autocomplete="name"
              value={name}
              onInput={(event) => {
                setName(event.currentTarget.value);
                setSaved(false);
              }}
            />
          )}
        </Field>
        <button type="submit" disabled={isBusy}>
          Save name
        </button>
        <p role="status" class="good">
          {isSaved && '✓ Name saved.'}
        </p>
        <Problems messages={otherProblems(error, ['user[name]'])} />
      </form>
    </Part>
  );
}

const passwordFields = ['password[current]', 'password[new]'];

function Password({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const password = useNewPassword();
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAction();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!password.isSame()) return;
    const isDone = await run(() =>
      api.users.setPassword({ new: password.text, ...(current !== '' && { current }) }),
    );
    setSaved(isDone);
    if (!isDone) return;
    setCurrent('');
    password.clear();
  };
  return (
    <Part title="Password">
      <form class="column" onSubmit={save} noValidate>
        <input type="email" name="username" autocomplete="username" value={email} readOnly hidden />
        <Field
          name="Current password"
          field="password[current]"
          error={error}
          hint="Leave empty if you have no password yet"
        >
          {(ids) => (
            <input
              {...ids}
              type="password"
              autocomplete="current-password"
              value={current}
              onInput={(event) => {
                setCurrent(event.currentTarget.value);
                setSaved(false);
              }}
            />
          )}
        </Field>
        <NewPassword name="New password" field="password[new]" error={error} password={password} />
        <button type="submit" disabled={isBusy}>
          Change password
        </button>
        <p role="status" class="good">
          {isSaved && '✓ Password changed.'}
        </p>
        <Problems messages={otherProblems(error, passwordFields)} />
      </form>
    </Part>
  );
}
