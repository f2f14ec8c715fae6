import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { api } from '../app/api.ts';
import { type Credentials, session, signIn } from '../app/session.ts';
import { toContractError, useLoaded } from '../app/use-loaded.ts';
import { OpenIdLink } from './openid-link.tsx';
import { Loading } from './states.tsx';

interface SignInProps {
  /** Page after signing in with OpenID Connect; default: the current page. */
  then?: string;
  /** Why the user has to sign in, instead of the general text. */
  notice?: ComponentChildren;
  onDone?: () => void;
}

/** Sign-in form with all configured methods. Does not reveal whether a private run exists. */
export function SignIn({ then, notice, onDone }: SignInProps) {
  const ways = useLoaded((signal) => api.session.ways({ signal }), []);
  const [hasToken, setHasToken] = useState(false);
  // If the methods cannot be loaded, the token form still works.
  if (ways.isLoading && !ways.value) return <Loading what="sign-in options" />;
  const { password = false, openid = null } = ways.value ?? {};
  const usesToken = hasToken || !password;
  return (
    <div class="state sign-in">
      <h1>Sign in</h1>
      <Reason notice={notice} />
      {openid !== null && (
        <OpenIdLink says={`Sign in with ${openid}`} then={then ?? location.pathname + location.search} />
      )}
      {usesToken ? <TokenForm onDone={onDone} /> : <PasswordForm onDone={onDone} />}
      {password && (
        <button type="button" class="quiet other-way" onClick={() => setHasToken(!hasToken)}>
          {usesToken ? 'Use e-mail and password' : 'Use an API token'}
        </button>
      )}
    </div>
  );
}

function Reason({ notice }: Pick<SignInProps, 'notice'>) {
  const now = session.value;
  if (notice !== undefined) return <p role="alert">{notice}</p>;
  if (now.status === 'anonymous' && now.lost !== undefined)
    return (
      <p role="status">
        You are no longer signed in as {now.lost}: the session expired or was ended. Sign in again to
        continue.
      </p>
    );
  return <p>This page requires an account. The session lasts 30 days.</p>;
}

interface FormProps {
  onDone: (() => void) | undefined;
}

function PasswordForm({ onDone }: FormProps) {
  const id = useId();
  const form = useSignInForm('Incorrect e-mail address or password.', onDone);
  return (
    <form
      onSubmit={(event) =>
        form.submit(event, (data) => ({
          email: String(data.get('email') ?? '').trim(),
          password: String(data.get('password') ?? ''),
        }))
      }
    >
      <label for={`${id}-email`}>E-mail</label>
      <input
        id={`${id}-email`}
        name="email"
        type="email"
        autocomplete="username"
        required
        aria-describedby={form.problem && `${id}-problem`}
      />
      <label for={`${id}-password`}>Password</label>
      <input
        id={`${id}-password`}
        name="password"
        type="password"
        autocomplete="current-password"
        required
        aria-describedby={form.problem && `${id}-problem`}
      />
      <Problem id={`${id}-problem`} text={form.problem} />
      <button type="submit" class="primary" disabled={form.isBusy}>
        Sign in
      </button>
    </form>
  );
}

function TokenForm({ onDone }: FormProps) {
  const id = useId();
  const form = useSignInForm('The token is not valid.', onDone);
  return (
    <>
      <form
        onSubmit={(event) =>
          form.submit(event, (data) => ({ token: String(data.get('token') ?? '').trim() }))
        }
      >
        <input type="text" name="username" autocomplete="username" value="Spate" readOnly hidden />
        <label for={id}>API token</label>
        <input
          id={id}
          name="token"
          type="password"
          autocomplete="current-password"
          required
          aria-describedby={form.problem && `${id}-problem`}
        />
        <Problem id={`${id}-problem`} text={form.problem} />
        <button type="submit" class="primary" disabled={form.isBusy}>
          Sign in
        </button>
      </form>
      <p class="soft">
        The initial token is in the file <code>token</code> in the service's data folder;{' '}
        <code>spate open</code> prints a link that signs in without typing it. Create more tokens with{' '}
        <code>spate tokens new &lt;name&gt;</code>. Set a password on the account page.
      </p>
    </>
  );
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} class="bad" role="alert">
      ✕ {text}
    </p>
  );
}

function useSignInForm(refusal: string, onDone: (() => void) | undefined) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent, read: (data: FormData) => Credentials) => {
    event.preventDefault();
    setProblem(undefined);
    setBusy(true);
    try {
      await signIn(read(new FormData(event.currentTarget as HTMLFormElement)));
      onDone?.();
    } catch (thrown) {
      const error = toContractError(thrown);
      setProblem(error.status === 401 ? refusal : error.message);
    } finally {
      setBusy(false);
    }
  };
  return { problem, isBusy, submit };
}
