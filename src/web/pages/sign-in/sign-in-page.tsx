import { useEffect } from 'preact/hooks';
import { place } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { safePath } from '../../app/safe-path.ts';
import { session } from '../../app/session.ts';
import { SignIn } from '../../components/sign-in.tsx';

/** Where pages without scripts send people who must sign in first; leads back to where they were. */
export default function SignInPage(_: PageProps) {
  const then = safePath(place.value.params.get('then'), location.origin) ?? '/app';
  const isMember = session.value.who === 'member';
  useEffect(() => {
    // Not every page below /app belongs to the dashboard, so the browser is to open it.
    if (isMember) location.replace(then);
  }, [isMember, then]);
  return isMember ? null : <SignIn then={then} />;
}
