import { useEffect } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { setSession } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { SignIn } from '../../components/sign-in.tsx';
import { Failed, Loading } from '../../components/states.tsx';

/** Exchanges the secret of a sign-in link for a session; if it is not valid, shows the form. */
export function LinkSignIn({ secret, then }: { secret: string; then: string }) {
  const { error, run } = useAction();
  const use = () => void run(async () => setSession(await api.signInLinks.use(secret)));
  useEffect(use, [secret]);
  if (error?.status === 401)
    return (
      <SignIn
        then={then}
        notice={
          <>
            This sign-in link is not valid: it was used, or has expired. Print a new one with{' '}
            <code>spate open</code>, or sign in here.
          </>
        }
      />
    );
  return error ? <Failed error={error} retry={use} /> : <Loading what="session" />;
}
