import { useEffect } from 'preact/hooks';
import { pageLocation } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { safePath } from '../../app/safe-path.ts';
import { session } from '../../app/session.ts';
import { SignIn } from '../../components/sign-in.tsx';

/** Sign-in page for server-rendered pages; returns to the page given by `then`. */
export default function SignInPage(_: PageProps) {
  const then = safePath(pageLocation.value.params.get('then'), location.origin) ?? '/app';
  const isSignedIn = session.value.status === 'signed-in';
  useEffect(() => {
    // A full page load: not every page below /app belongs to the dashboard.
    if (isSignedIn) location.replace(then);
  }, [isSignedIn, then]);
  return isSignedIn ? null : <SignIn then={then} />;
}
