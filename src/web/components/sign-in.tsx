import { useState } from 'preact/hooks';
import { signIn } from '../app/session.ts';
import { toContractError } from '../app/use-loaded.ts';

/** Asks for the API token once. Says the same for a private run and for none at all. */
export function SignIn() {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const token = new FormData(event.currentTarget as HTMLFormElement).get('token');
    setBusy(true);
    try {
      await signIn(String(token ?? '').trim());
    } catch (thrown) {
      const error = toContractError(thrown);
      setProblem(error.status === 401 ? 'That token is not valid.' : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="state sign-in">
      <h1>Sign in</h1>
      <p>
        Only people of the account see this page. Paste an API token of yours; this browser then keeps it for
        30 days.
      </p>
      <form onSubmit={submit}>
        <input type="text" name="username" autocomplete="username" value="Spate" readOnly hidden />
        <label for="token">API token</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="current-password"
          required
          aria-describedby={problem && 'token-problem'}
        />
        {problem !== undefined && (
          <p id="token-problem" class="bad" role="alert">
            ✕ {problem}
          </p>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          Sign in
        </button>
      </form>
      <p class="soft">
        The first token lies in the file <code>token</code> in the service's data folder.{' '}
        <code>npx spate tokens add &lt;name&gt;</code> makes another.
      </p>
    </div>
  );
}
